#include "report/plan.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kvtally {

namespace {

constexpr std::uint8_t kPeople = kTerminal | kWide | kMarkdown;

Cell text(const std::string& words, const std::string& raw = {}) { return {words, raw, {}, {}}; }

bool priced(const PlanSheet& sheet) {
  return std::ranges::any_of(sheet.plan.front, [](const PlanCandidate& c) { return c.dollars.has_value(); });
}

bool apart(const PlanSheet& sheet) { return sheet.question.apart; }

// For people in one cell: "6: 3 x (TP 2)".
void add_prompts(std::vector<Cell>& row, const PlanCandidate& c) {
  const PromptReplicas prompts = c.prompts.value_or(PromptReplicas{});
  const std::string placement = print_placement(prompts.placement);
  row.push_back(text(fmt::format("{}: {} x ({})", prompts.devices(), prompts.replicas, placement)));
  row.push_back(text(fmt::format("{}", prompts.devices())));
  row.push_back(text(fmt::format("{}", prompts.replicas)));
  row.push_back(text(placement));
}

std::vector<Cell> row_of(const PlanSheet& sheet, const PlanCandidate& c, Units units) {
  const Device& device = sheet.question.devices[c.device];
  const PlanFormats& formats = sheet.question.formats[c.formats];
  std::vector<Cell> row{text(fmt::format("{}", c.devices())), text(device.id), text(print_placement(c.placement))};
  if (apart(sheet)) {
    add_prompts(row, c);
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

}  // namespace

bool several_formats(const PlanSheet& sheet) { return sheet.question.formats.size() > 1; }

std::string line_of(const PlanRejection& rejection) {
  return (rejection.candidates > 0 ? print_grouped(rejection.candidates) + ": " : "") + rejection.why;
}

Table table_of(const PlanSheet& sheet, Units units) {
  Table table;
  table.columns = {{"devices", "Devices", Align::right}, {"on", "On"}, {"placement", "Placement"}};
  if (apart(sheet)) {
    table.columns.push_back({"prefill", "For prompts", Align::left, kPeople});
    table.columns.push_back({"prefill_devices", "For prompts", Align::right, kCsv});
    table.columns.push_back({"prefill_replicas", "Replicas", Align::right, kCsv});
    table.columns.push_back({"prefill_placement", "Placement", Align::left, kCsv});
  }
  if (several_formats(sheet)) {
    table.columns.push_back({"weights", "Weights"});
    table.columns.push_back({"kv_dtype", "Entries"});
  }
  table.columns.push_back({"token_seconds", "Token", Align::right});
  table.columns.push_back({"first_token_seconds", "First", Align::right});
  table.columns.push_back({"most_users", "Users", Align::right});
  table.columns.push_back({"fullest_device_bytes", "Device holds", Align::right});
  if (priced(sheet)) {
    table.columns.push_back({"dollars_per_million_tokens", "$ per 1M", Align::right});
  }
  for (const PlanCandidate& candidate : sheet.plan.front) {
    table.rows.push_back(row_of(sheet, candidate, units));
  }
  table.notes = sheet.plan.comparisons;
  if (table.rows.empty()) {
    for (const PlanRejection& rejection : sheet.plan.rejected) {
      table.notes.push_back(line_of(rejection));
    }
  }
  return table;
}

}  // namespace kvtally
