#include "report/plan.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kvtally {

namespace {

constexpr std::uint8_t kPeople = kTerminal | kWide | kMarkdown;

bool priced(const PlanSheet& sheet) {
  return std::ranges::any_of(sheet.plan.front, [](const PlanCandidate& c) { return c.dollars.has_value(); });
}

bool apart(const PlanSheet& sheet) { return sheet.question.apart; }

// For people in one cell: "6: 3 x (TP 2)".
void add_prompts(std::vector<Cell>& row, const PlanCandidate& c) {
  const PromptReplicas prompts = c.prompts.value_or(PromptReplicas{});
  const std::string placement = print_placement(prompts.placement);
  row.push_back(text_cell(fmt::format("{}: {} x ({})", prompts.devices(), prompts.replicas, placement)));
  row.push_back(text_cell(fmt::format("{}", prompts.devices())));
  row.push_back(text_cell(fmt::format("{}", prompts.replicas)));
  row.push_back(text_cell(placement));
}

std::vector<Cell> candidate_row(const PlanSheet& sheet, const PlanCandidate& c, Units units) {
  const Device& device = sheet.question.devices[c.device];
  const PlanFormats& formats = sheet.question.formats[c.formats];
  std::vector<Cell> row{text_cell(fmt::format("{}", c.devices())), text_cell(device.id),
                        text_cell(print_placement(c.placement))};
  if (apart(sheet)) {
    add_prompts(row, c);
  }
  if (several_formats(sheet)) {
    row.push_back(text_cell(formats.weights_name));
    row.push_back(text_cell(formats.kv_name));
  }
  row.push_back(text_cell(print_seconds(c.token), fmt::format("{:.9g}", c.token.value)));
  row.push_back(text_cell(print_seconds(c.first_token), fmt::format("{:.9g}", c.first_token.value)));
  row.push_back(text_cell(print_grouped(c.most_users), fmt::format("{}", c.most_users)));
  row.push_back(text_cell(print_bytes(c.memory.total(), units), fmt::format("{}", c.memory.total().value)));
  if (priced(sheet)) {
    row.push_back(c.dollars ? text_cell(fmt::format("{:.3g}", *c.dollars), fmt::format("{:.9g}", *c.dollars))
                            : text_cell("-"));
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
    table.rows.push_back(candidate_row(sheet, candidate, units));
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
