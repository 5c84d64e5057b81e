#include <fmt/format.h>

#include "core/text.hpp"
#include "report/fit.hpp"
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
    out_ += write_text(table_of(sheet_, units_), look_) + '\n';
    totals();
    alternatives();
    times();
    moving();
    list("assumptions", sheet_.assumptions);
    return std::move(out_);
  }

 private:
  void wrapped(const std::string& text) {
    for (const std::string& line : wrap(text, look_.width)) {
      out_ += line + '\n';
    }
  }

  std::string size(Bytes bytes) const { return print_bytes(bytes, units_); }

  void heading() {
    const Device& device = sheet_.device;
    wrapped(kvtally::heading(sheet_.model));
    wrapped(fmt::format("on {} ({}): {} usable of the {} stated", device.name, device.id,
                        size(sheet_.question.usable), device.stated_memory));
    wrapped(fmt::format("{} tokens a request, {} {}, entries in {}; weights {}",
                        print_grouped(answer_.context.value), print_grouped(users()),
                        users() == 1 ? "user" : "users", sheet_.kv_dtype, sheet_.weights_from));
    out_ += '\n';
  }

  std::int64_t users() const { return answer_.fits ? answer_.users : sheet_.question.users; }

  void verdict() {
    if (!answer_.fits) {
      wrapped("It does not fit. " + binding_of(sheet_, units_) + '.');
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
        wrapped(fmt::format("{} users fit on {}: {}.", print_grouped(answer_.users), devices, where));
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
    wrapped(fmt::format("{:.3f} devices exactly = (weights {} + {} x {}) / {}, nothing else",
                        answer_.devices_exact.approximate(), size(answer_.weight_bytes), users(),
                        size(answer_.cache_bytes_per_user), size(sheet_.question.usable)));
    if (answer_.fits) {
      const Wide in_all = answer_.memory.cache.value + answer_.memory.state.value;
      wrapped(fmt::format("most users at this context: {}; cache and states on the fullest device: {} B",
                          print_grouped(answer_.most_users), print_grouped(in_all)));
    }
    if (answer_.smallest_tp) {
      wrapped(
          fmt::format("the fewest devices of tensor parallelism alone (powers of two): {}", *answer_.smallest_tp));
    }
  }

  void alternatives() {
    if (sheet_.alternatives.empty()) {
      return;
    }
    Table table;
    table.title = fmt::format("Other placements on as many devices");
    table.columns = {{"", "Placement"},
                     {"", "Most users", Align::right},
                     {"", "Context", Align::right},
                     {"", "A token takes", Align::right}};
    for (const AlternativeTime& a : sheet_.alternatives) {
      table.rows.push_back({{print_placement(a.placement), "", {}, {}},
                            {print_grouped(a.users), "", {}, {}},
                            {print_grouped(a.context.value), "", {}, {}},
                            {a.step ? print_seconds(*a.step) : "-", "", {}, {}}});
    }
    out_ += '\n' + write_text(table, look_);
  }

  void times() {
    if (!sheet_.step) {
      return;
    }
    out_ += '\n';
    const LayoutTime& step = *sheet_.step;
    wrapped(fmt::format("a token takes at least {} at {} tokens: {} a second for each user, {} in all",
                        print_seconds(step.total), print_grouped(timed_context(sheet_.question.demand).value),
                        per_second(1, step.total), per_second(users(), step.total)));
    if (sheet_.first_token) {
      wrapped(fmt::format("the first token of such a prompt takes at least {}",
                          print_seconds(sheet_.first_token->total)));
    }
    wrapped("left out: launches of kernels, latency of links, scheduling, sampling, imbalance of experts");
  }

  static std::string per_second(std::int64_t tokens, Seconds time) {
    return fmt::format("{:.4g}", static_cast<double>(tokens) / time.value);
  }

  void moving() {
    for (const Moving& way : sheet_.moving) {
      std::string text = fmt::format(
          "a request's cache ({} of the fullest device) moved over {} ({}): {}; "
          "computed anew: {}",
          size(way.bytes), way.over, print_rate(way.rate), print_seconds(way.moved),
          print_seconds(way.recomputed));
      for (const Switch& change : way.switches) {
        text += fmt::format("; from {} {} {} is the faster way", print_grouped(change.from.value),
                            change.from.value == 1 ? "token" : "tokens", change.moving ? "moving" : "computing");
      }
      wrapped(text);
    }
  }

  void list(const std::string& title, const std::vector<std::string>& lines) {
    if (lines.empty()) {
      return;
    }
    out_ += '\n' + title + '\n';
    for (const std::string& text : lines) {
      bool first = true;
      for (const std::string& line : wrap(text, look_.width - 4)) {
        out_ += (first ? "  - " : "    ") + line + '\n';
        first = false;
      }
    }
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
