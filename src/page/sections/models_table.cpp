#include <algorithm>
#include <fmt/format.h>

#include "core/parse.hpp"
#include "core/print.hpp"
#include "page/sections/asked.hpp"
#include "page/sections/sections_list.hpp"

namespace kvtally {

namespace {

// From how many parameters on a model counts among the large ones.
Expected<std::int64_t> asked_size(const PageSources& sources, const SectionRecipe& recipe) {
  const std::string word = asked_word(recipe, "from", "0");
  const auto size = parse_parameters(word);
  if (!size && word != "0") {
    return std::unexpected(section_fault(sources, recipe, fmt::format("from is '{}': {}", word, size.error()),
                                         "a number of parameters such as 100B"));
  }
  return size.value_or(0);
}

// The rows that are compared. One that keeps no entries at all is said, not compared: nothing is a multiple of it.
std::vector<const ModelRow*> compared_rows(const ModelTable& table, std::int64_t from) {
  std::vector<const ModelRow*> out;
  for (const ModelRow& row : table.rows) {
    if (row.parameters.total.value_or(0) >= from && row.kv.value > 0) {
      out.push_back(&row);
    }
  }
  return out;
}

Wide rounded_quotient(Wide a, Wide b) { return (a + b / 2) / b; }

void add_row_extremes(SectionParts& parts, const std::vector<const ModelRow*>& rows, const Words& words) {
  const auto kept = [](const ModelRow* row) { return row->kv; };
  const ModelRow& highest = **std::ranges::max_element(rows, {}, kept);
  const ModelRow& lowest = **std::ranges::min_element(rows, {}, kept);
  Values& values = parts.values;
  values["highest"] = words.name(highest.name);
  values["highest_kv"] = highest.kv_text;
  values["highest_context"] = words.name(highest.context);
  values["lowest"] = words.name(lowest.name);
  values["lowest_kv"] = lowest.kv_text;
  values["ratio"] = print_grouped(rounded_quotient(highest.kv.value, lowest.kv.value));
  parts.arithmetic.push_back(words.fill(
      "{highest} {highest_bytes} bytes / {lowest} {lowest_bytes} bytes = {ratio}",
      {{"highest", values["highest"]},
       {"highest_bytes", print_grouped(highest.kv.value)},
       {"lowest", values["lowest"]},
       {"lowest_bytes", print_grouped(lowest.kv.value)},
       {"ratio",
        fmt::format("{:.2f}", static_cast<double>(highest.kv.value) / static_cast<double>(lowest.kv.value))}}));
}

std::string count_text(std::ptrdiff_t count) { return fmt::format("{}", count); }

}  // namespace

// The lecture, section 0.
Expected<SectionParts> models_table_section(const PageSources& sources, const SectionRecipe& recipe) {
  if (sources.table == nullptr) {
    return std::unexpected(section_fault(sources, recipe, "the report has no rows", "a list of rows"));
  }
  const auto from = asked_size(sources, recipe);
  if (!from) {
    return std::unexpected(from.error());
  }
  const ModelTable& table = *sources.table;
  const auto rows = compared_rows(table, *from);
  if (rows.empty()) {
    return std::unexpected(section_fault(sources, recipe, "no row of this size keeps anything", "a smaller size"));
  }
  const auto [first, last] = std::ranges::minmax_element(table.rows, {}, &ModelRow::released);
  SectionParts out;
  out.values = {{"models", count_text(std::ssize(table.rows))},
                {"large", count_text(std::ssize(rows))},
                {"from", print_parameters(*from)},
                {"context", print_tokens(table.context)},
                {"first", first->released},
                {"last", last->released},
                {"main_line", count_text(std::ranges::count_if(
                                  table.rows, [](const ModelRow& row) { return !row.highlight.empty(); }))},
                {"shorter", count_text(std::ranges::count_if(table.rows,
                                                             [&](const ModelRow& row) {
                                                               return row.max_context &&
                                                                      *row.max_context < table.context.value;
                                                             }))},
                {"footnotes", count_text(std::ssize(table.footnotes))}};
  add_row_extremes(out, rows, *sources.words);
  out.models = table;
  return out;
}

}  // namespace kvtally
