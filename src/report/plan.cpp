#include "report/plan.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "report/words.hpp"

namespace kvtally {

namespace {

Cell text(const std::string& words, const std::string& raw = {}) { return {words, raw, {}, {}}; }

bool several_formats(const PlanSheet& sheet) { return sheet.question.formats.size() > 1; }

bool priced(const PlanSheet& sheet) {
  return std::ranges::any_of(sheet.plan.front, [](const PlanCandidate& c) { return c.dollars.has_value(); });
}

bool apart(const PlanSheet& sheet) { return sheet.question.apart; }

std::vector<Cell> row_of(const PlanSheet& sheet, const PlanCandidate& c, Units units) {
  const Device& device = sheet.question.devices[c.device];
  const PlanFormats& formats = sheet.question.formats[c.formats];
  std::vector<Cell> row{text(fmt::format("{}", c.devices())), text(device.id), text(print_placement(c.placement))};
  if (apart(sheet)) {
    row.push_back(text(fmt::format("{}", c.prefill_devices)));
  }
  if (several_formats(sheet)) {
    row.push_back(text(formats.weights_name));
    row.push_back(text(formats.kv_name));
  }
  row.push_back(text(print_seconds(c.token), fmt::format("{:.9g}", c.token.value)));
  row.push_back(text(print_seconds(c.first_token), fmt::format("{:.9g}", c.first_token.value)));
  row.push_back(text(print_grouped(c.most_users), fmt::format("{}", c.most_users)));
  row.push_back(text(print_bytes(c.memory.total(), units), fmt::format("{}", c.memory.total().value)));
  if (priced(sheet)) {
    row.push_back(c.dollars ? text(fmt::format("{:.3g}", *c.dollars), fmt::format("{:.9g}", *c.dollars))
                            : text("-"));
  }
  return row;
}

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

class PlanText {
 public:
  PlanText(const PlanSheet& sheet, Units units, const Look& look) : sheet_(sheet), units_(units), look_(look) {}

  std::string write() {
    heading();
    if (sheet_.plan.front.empty()) {
      wrapped("No deployment that was tried does it.");
    } else {
      front();
    }
    out_ += '\n';
    wrapped(fmt::format(
        "{} candidates were weighed, {} do what is asked, {} are on the front: no other has no more "
        "devices, no longer time of a token, room for no fewer users, and is better in one of these.",
        print_grouped(sheet_.plan.considered), print_grouped(sheet_.plan.meeting), sheet_.plan.front.size()));
    wrapped("Times are lower bounds: launches of kernels, latency of links and scheduling are left out.");
    std::vector<std::string> why;
    for (const PlanRejection& rejection : sheet_.plan.rejected) {
      why.push_back((rejection.candidates > 0 ? print_grouped(rejection.candidates) + ": " : "") + rejection.why);
    }
    list("why others do not do", why);
    list("assumptions", sheet_.assumptions);
    return std::move(out_);
  }

 private:
  void wrapped(const std::string& words) {
    for (const std::string& line : wrap(words, look_.width)) {
      out_ += line + '\n';
    }
  }

  // A person reads the smallest ones; the other formats have all.
  void front() {
    constexpr std::size_t kShown = 20;
    Table table = table_of(sheet_, units_);
    const std::size_t all = table.rows.size();
    table.rows.resize(std::min(all, kShown));
    out_ += write_text(table, look_);
    if (all > kShown) {
      wrapped(fmt::format("and {} more with more devices (-o wide lists all)", all - kShown));
    }
  }

  void heading() {
    const PlanQuestion& q = sheet_.question;
    const PlanFormats& first = q.formats.front();
    wrapped(kvtally::heading(first.model));
    std::string what =
        fmt::format("{} {} of {}", print_grouped(q.users), q.users == 1 ? "user" : "users", contexts(q.demand));
    what += q.token ? fmt::format(", a token within {}", print_seconds(*q.token)) : "";
    what += q.first_token ? fmt::format(", the first within {}", print_seconds(*q.first_token)) : "";
    wrapped(what);
    if (!several_formats(sheet_)) {
      wrapped(fmt::format("weights {}; entries in {}", first.weights_name, first.kv_name));
    }
    out_ += '\n';
  }

  void list(const std::string& title, const std::vector<std::string>& lines) {
    if (lines.empty()) {
      return;
    }
    out_ += '\n' + title + '\n';
    for (const std::string& line : lines) {
      std::string lead = "- ";
      for (const std::string& part : wrap(line, look_.width - 2)) {
        out_ += lead + part + '\n';
        lead = "  ";
      }
    }
  }

  const PlanSheet& sheet_;
  Units units_;
  Look look_;
  std::string out_;
};

}  // namespace

Table table_of(const PlanSheet& sheet, Units units) {
  Table table;
  table.columns = {{"devices", "Devices", Align::right}, {"on", "On"}, {"placement", "Placement"}};
  if (apart(sheet)) {
    table.columns.push_back({"prefill_devices", "For prompts", Align::right});
  }
  if (several_formats(sheet)) {
    table.columns.push_back({"weights", "Weights"});
    table.columns.push_back({"kv_dtype", "Entries"});
  }
  table.columns.push_back({"token_seconds", "A token", Align::right});
  table.columns.push_back({"first_token_seconds", "The first", Align::right});
  table.columns.push_back({"most_users", "Most users", Align::right});
  table.columns.push_back({"fullest_device_bytes", "A device holds", Align::right});
  if (priced(sheet)) {
    table.columns.push_back({"dollars_per_million_tokens", "$ a million", Align::right});
  }
  for (const PlanCandidate& candidate : sheet.plan.front) {
    table.rows.push_back(row_of(sheet, candidate, units));
  }
  return table;
}

std::string text_of(const PlanSheet& sheet, Units units, const Look& look) {
  return PlanText(sheet, units, look).write();
}

}  // namespace kvtally
