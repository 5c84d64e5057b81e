#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "report/fit.hpp"
#include "report/prose.hpp"
#include "report/words.hpp"

namespace kvtally {

namespace {

class FitText {
 public:
  FitText(const FitSheet& sheet, Units units, const Look& look)
      : sheet_(sheet), answer_(sheet.answer), units_(units), look_(look) {}

  std::string write() {
    heading();
    verdict();
    if (answer_.fits || answer_.smaller) {
      out_ += write_text(table_of(sheet_, units_), look_) + '\n';
    }
    totals();
    alternatives();
    times();
    moving();
    list("assumptions", sheet_.assumptions);
    return std::move(out_);
  }

 private:
  void wrapped(std::string_view text) { out_ += kvtally::wrapped(text, look_.width); }

  std::string size(Bytes bytes) const { return print_bytes(bytes, units_); }

  void heading() {
    const Device& device = sheet_.device;
    wrapped(kvtally::heading(sheet_.model));
    wrapped(fmt::format("on {} ({}): {} usable{}", device.name, name_of(device), size(sheet_.question.usable),
                        stated(device)));
    wrapped(fmt::format("{}; {} {}, entries in {}; weights: {}", requests_of(sheet_), print_grouped(users()),
                        users() == 1 ? "user" : "users", sheet_.kv_dtype, sheet_.weights_from));
    out_ += '\n';
  }

  static std::string name_of(const Device& device) {
    return device.overrides.empty() ? device.id
                                    : fmt::format("{}, with {}", device.id, fmt::join(device.overrides, ", "));
  }

  static std::string stated(const Device& device) {
    const bool other = std::ranges::any_of(
        device.overrides, [](const std::string& changed) { return changed.starts_with("memory="); });
    if (other) {
      return "";
    }
    const bool share = device.devices_per_part > 1 && !device.whole_part;
    return share ? fmt::format(", one of the {} devices of a {} with {} stated", device.devices_per_part,
                               device.figures_of, device.stated_memory)
                 : fmt::format(" of the {} stated", device.stated_memory);
  }

  std::int64_t users() const { return answer_.fits ? answer_.users : sheet_.question.users; }

  void verdict() {
    if (!answer_.fits) {
      wrapped("It does not fit. What binds: " + binding_of(sheet_, units_) + '.');
      out_ += '\n';
      return;
    }
    const Placement& placement = answer_.layout->placement;
    const std::string where = print_placement(placement);
    const std::string devices =
        fmt::format("{} {}", placement.devices(), placement.devices() == 1 ? "device" : "devices");
    switch (sheet_.question.asked) {
      case Asked::devices: wrapped(fmt::format("It takes {}: {}.", devices, where)); break;
      case Asked::users:
        wrapped(fmt::format("{} {} on {}: {}.", print_grouped(answer_.users),
                            answer_.users == 1 ? "user fits" : "users fit", devices, where));
        break;
      case Asked::context:
        wrapped(fmt::format("{} tokens fit on {}: {}.", print_grouped(answer_.context.value), devices, where));
        break;
      case Asked::nothing: wrapped(fmt::format("It fits on {}: {}.", devices, where)); break;
    }
    wrapped("What binds: " + binding_of(sheet_, units_) + '.');
    out_ += '\n';
  }

  void totals() {
    wrapped(fmt::format("{:.3f} devices as one pool of memory = (weights {} + cache {} {}) / usable {}",
                        answer_.devices_exact.approximate(), size(answer_.weight_bytes), size(answer_.cache_bytes),
                        users() == 1 ? "of 1 user" : "of " + print_grouped(users()) + " users",
                        size(sheet_.question.usable)));
    if (answer_.fits) {
      everywhere();
    }
    if (answer_.fits && sheet_.question.asked != Asked::users && sheet_.question.asked != Asked::context) {
      wrapped(fmt::format("most users of this context on these devices, so placed: {}",
                          print_grouped(answer_.most_users)));
    }
    if (sheet_.question.asked == Asked::devices && !sheet_.question.placement) {
      wrapped(answer_.smallest_tp
                  ? fmt::format("the smallest tensor parallelism that fits alone: TP {}", *answer_.smallest_tp)
                  : "no tensor parallelism alone fits");
    }
  }

  // The model's own cache is once; heads that are replicated, latents on every device and users that do not deal
  // out evenly make it more.
  void everywhere() {
    std::string text = fmt::format("cache reserved on all devices together: {} B ({})",
                                   print_grouped(answer_.kept_everywhere.value), size(answer_.kept_everywhere));
    if (answer_.kept_everywhere > answer_.cache_bytes && answer_.cache_bytes > Bytes{}) {
      text += fmt::format(", {:.3g} times the model's own", static_cast<double>(answer_.kept_everywhere.value) /
                                                                static_cast<double>(answer_.cache_bytes.value));
    }
    wrapped(text);
  }

  void alternatives() {
    if (sheet_.alternatives.empty()) {
      return;
    }
    const bool context = sheet_.question.asked == Asked::context;
    Table table;
    table.title = "Other placements on as many devices";
    table.columns = {{"", "Placement"},
                     {"", context ? "Longest context" : "Most users", Align::right},
                     {"", "A token takes", Align::right}};
    const std::vector<AlternativeTime> worth = worth_showing();
    for (const AlternativeTime& a : worth) {
      table.rows.push_back({{print_placement(a.placement), "", {}, {}},
                            {context ? print_grouped(a.context.value) : print_grouped(a.users), "", {}, {}},
                            {a.step ? print_seconds(*a.step) : "-", "", {}, {}}});
    }
    out_ += '\n' + write_text(table, look_);
    if (const std::size_t more = sheet_.alternatives.size() - worth.size(); more > 0) {
      wrapped(fmt::format("and {} that {} no better than one above (-o json has all)", more,
                          more == 1 ? "is" : "are"));
    }
  }

  // Those that no placement listed before them equals or betters in both figures.
  std::vector<AlternativeTime> worth_showing() const {
    std::vector<AlternativeTime> out;
    for (const AlternativeTime& a : sheet_.alternatives) {
      const bool bettered = std::ranges::any_of(out, [&](const AlternativeTime& b) {
        return b.users >= a.users && b.context >= a.context && (!a.step || (b.step && *b.step <= *a.step));
      });
      if (!bettered) {
        out.push_back(a);
      }
    }
    return out;
  }

  void times() {
    if (!sheet_.step) {
      return;
    }
    out_ += '\n';
    const LayoutTime& step = *sheet_.step;
    wrapped(fmt::format("a token takes at least {} at {} tokens: {} a second for each user, {} in all",
                        print_seconds(step.total), print_grouped(timed_context(sheet_.question.demand).value),
                        per_second(1, step.total),
                        per_second(users() * sheet_.question.demand.samples, step.total)));
    if (sheet_.first_token) {
      wrapped(fmt::format("the first token of a prompt of {} takes at least {}",
                          print_grouped(sheet_.prompt.value), print_seconds(sheet_.first_token->total)));
    }
    wrapped("left out: launches of kernels, latency of links, scheduling, sampling, imbalance of experts");
  }

  static std::string per_second(std::int64_t tokens, Seconds time) {
    const double rate = static_cast<double>(tokens) / time.value;
    return rate < 1000 ? fmt::format("{:.4g}", rate) : print_nearest(rate);
  }

  void moving() {
    if (sheet_.moving.empty()) {
      return;
    }
    Table table;
    table.title = "A request's cache brought back, or computed anew";
    table.columns = {{"", "Way"}, {"", "Takes", Align::right}, {"", "Faster than computing anew"}};
    for (const Moving& way : sheet_.moving) {
      table.rows.push_back({{fmt::format("over {}, {}", way.over, print_rate(way.rate)), "", {}, {}},
                            {print_seconds(way.moved), "", {}, {}},
                            {where_faster(way), "", {}, {}}});
    }
    table.rows.push_back({{"computed anew", "", {}, {}},
                          {print_seconds(sheet_.moving.front().recomputed), "", {}, {}},
                          {"", "", {}, {}}});
    out_ += '\n' + write_text(table, look_);
    wrapped(fmt::format("of {} tokens: {} of the device that holds most of it",
                        print_grouped(sheet_.moving.front().context.value), size(sheet_.moving.front().bytes)));
  }

  static std::string where_faster(const Moving& way) {
    if (way.switches.size() == 1) {
      return way.switches.front().moving ? "at any context" : "at no context";
    }
    std::vector<std::string> stretches;
    for (std::size_t i = 0; i < way.switches.size(); ++i) {
      if (!way.switches[i].moving) {
        continue;
      }
      const std::string from = print_grouped(way.switches[i].from.value);
      stretches.push_back(
          i + 1 == way.switches.size()
              ? fmt::format("from {} tokens on", from)
              : fmt::format("from {} to {} tokens", from, print_grouped(way.switches[i + 1].from.value - 1)));
    }
    return fmt::format("{}", fmt::join(stretches, ", "));
  }

  void list(std::string_view title, const std::vector<std::string>& items) {
    out_ += bullets(title, items, look_.width, 2);
  }

  const FitSheet& sheet_;
  const FitAnswer& answer_;
  Units units_;
  Look look_;
  std::string out_;
};

}  // namespace

std::string text_of(const FitSheet& sheet, Units units, const Look& look) {
  return FitText(sheet, units, look).write();
}

}  // namespace kvtally
