#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "core/text.hpp"
#include "report/plan.hpp"
#include "report/prose.hpp"
#include "report/words.hpp"

namespace kvtally {

namespace {

constexpr std::uint8_t kAside = kWide | kMarkdown | kCsv;  // everywhere but in a terminal's table

std::string contexts(const Demand& demand) {
  if (demand.contexts.size() == 1) {
    return print_grouped(demand.contexts.front().context.value) + " tokens";
  }
  std::string out;
  for (const ContextClass& c : demand.contexts) {
    out += fmt::format("{}p{} {}", out.empty() ? "" : ", ", static_cast<double>(c.up_to) * 100 / double(c.out_of),
                       print_grouped(c.context.value));
  }
  return out + " tokens";
}

std::string asked(const PlanQuestion& q) {
  std::string out =
      fmt::format("{} {} of {}", print_grouped(q.users), q.users == 1 ? "user" : "users", contexts(q.demand));
  if (q.demand.prompt) {
    out += fmt::format(", each from a prompt of {}{}", print_grouped(q.prompt.value),
                       q.apart ? ", computed by devices of their own" : "");
  }
  out += q.demand.samples > 1 ? fmt::format(", {} answers of each", q.demand.samples) : "";
  out += q.demand.shared_prefix > Tokens{}
             ? fmt::format(", the first {} the same for all", print_grouped(q.demand.shared_prefix.value))
             : "";
  out += q.token ? fmt::format("; a token within {}", print_seconds(*q.token)) : "";
  out += q.first_token ? fmt::format("; the first within {}", print_seconds(*q.first_token)) : "";
  return out;
}

// Without the bytes that a device holds where the rows would be wider than the terminal.
Table fitted(Table table, std::size_t width) {
  const std::string all = write_text(table, Look{});
  for (const std::string_view line : split(all, '\n')) {
    if (display_width(line) > width) {
      std::ranges::find(table.columns, "fullest_device_bytes", &Column::key)->shown = kAside;
      break;
    }
  }
  return table;
}

class PlanText {
 public:
  PlanText(const PlanSheet& sheet, Units units, const Look& look) : sheet_(sheet), units_(units), look_(look) {}

  std::string write() {
    heading();
    if (sheet_.plan.front.empty()) {
      wrapped(fmt::format("No deployment does this: {}.", weighed()));
    } else {
      front();
      explanation();
    }
    rejections();
    list("assumptions", sheet_.assumptions);
    return std::move(out_);
  }

 private:
  void wrapped(std::string_view text) { out_ += kvtally::wrapped(text, look_.width); }

  void heading() {
    const PlanQuestion& q = sheet_.question;
    const PlanFormats& first = q.formats.front();
    wrapped(kvtally::heading(first.model));
    wrapped(asked(q));
    if (!several_formats(sheet_)) {
      wrapped(fmt::format("weights {}; entries in {}", first.weights_name, first.kv_name));
    }
    if (q.devices.size() == 1) {
      wrapped("on " + q.devices.front().id);
    }
    out_ += '\n';
  }

  // The smallest ones, as many of each front.
  void keep_smallest(Table& table) const {
    constexpr std::size_t kShown = 20;
    const std::vector<PlanCandidate>& front = sheet_.plan.front;
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> seen;
    const auto key = [&](const PlanCandidate& c) {
      return std::pair(c.formats, sheet_.question.each_device ? c.device : 0);
    };
    for (const PlanCandidate& c : front) {
      seen[key(c)] = 0;
    }
    const std::size_t each = std::max<std::size_t>(1, kShown / seen.size());
    std::vector<std::vector<Cell>> kept;
    for (std::size_t i = 0; i < front.size(); ++i) {
      if (seen[key(front[i])]++ < each) {
        kept.push_back(std::move(table.rows[i]));
      }
    }
    table.rows = std::move(kept);
  }

  // A person reads the smallest ones; the other formats have all.
  void front() {
    Table table = table_of(sheet_, units_);
    if (sheet_.question.devices.size() == 1) {
      table.columns[1].shown = kAside;
    }
    table.notes.clear();  // stand below
    const std::size_t all = table.rows.size();
    keep_smallest(table);
    const std::size_t more = all - table.rows.size();
    out_ += write_text(fitted(std::move(table), look_.width), look_);
    if (more > 0) {
      wrapped(fmt::format("and {} more with more devices (-o wide lists all)", more));
    }
    out_ += '\n';
  }

  std::string weighed() const {
    const std::int64_t n = sheet_.plan.considered;
    return fmt::format("{} {} weighed", print_grouped(n), n == 1 ? "candidate was" : "candidates were");
  }

  // Which others those are that do not better.
  std::string rivals() const {
    std::string out = several_formats(sheet_) ? " in the same formats" : "";
    out += sheet_.question.each_device ? " on the same sort of device" : "";
    return out.empty() ? out : "," + out;
  }

  void explanation() {
    const Plan& plan = sheet_.plan;
    const PlanQuestion& q = sheet_.question;
    wrapped(fmt::format(
        "{}; {} {} what is asked. None of those betters {}: has no more devices, no longer a time "
        "for a token and room for no fewer users{}, and is better in one of these.",
        weighed(), print_grouped(plan.meeting), plan.meeting == 1 ? "does" : "do",
        plan.front.size() == 1 ? "this one" : fmt::format("one of these {}", plan.front.size()), rivals()));
    wrapped(fmt::format(
        "Token: between two tokens of {}. First: from a prompt of {} tokens, on idle "
        "devices. Users: the most whose contexts fit.",
        q.users == 1 ? std::string("the user") : fmt::format("one of the {} users", print_grouped(q.users)),
        print_grouped(q.prompt.value)));
    for (const std::string& comparison : plan.comparisons) {
      wrapped(comparison);
    }
    std::vector<std::string> lines{"launches of kernels, latency of links and scheduling are left out"};
    lines.insert(lines.end(), plan.notes.begin(), plan.notes.end());
    list(q.achieved ? "times at what such devices reach" : "times are lower bounds", lines);
  }

  void rejections() {
    std::vector<std::string> placements;
    std::vector<std::string> candidates;
    for (const PlanRejection& r : sheet_.plan.rejected) {
      (r.of == Rejected::placement ? placements : candidates).push_back(line_of(r));
    }
    list("candidates that do not do", candidates);
    list("placements that do not divide the model", placements);
  }

  void list(std::string_view title, const std::vector<std::string>& items) {
    out_ += bullets(title, items, look_.width);
  }

  const PlanSheet& sheet_;
  Units units_;
  Look look_;
  std::string out_;
};

}  // namespace

std::string text_of(const PlanSheet& sheet, Units units, const Look& look) {
  return PlanText(sheet, units, look).write();
}

}  // namespace kvtally
