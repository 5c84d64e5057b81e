#include "page/table_rows.hpp"

#include "account/terms.hpp"
#include "page/sections/asked.hpp"

namespace kvtally {

Expected<std::vector<TableRow>> table_rows(const PageSources& sources, const SectionRecipe& recipe) {
  if (sources.table == nullptr) {
    return std::unexpected(
        section_fault(sources, recipe, "the section looks at a table of models", "a recipe with rows"));
  }
  std::vector<TableRow> out;
  for (const ModelRow& row : sources.table->rows) {
    auto described = sources.describe(row.id);
    if (!described) {
      return std::unexpected(described.error());
    }
    const Bytes kv = tally(terms_of(described->model), sources.recipe->context)[Part::entries];
    out.push_back({&row, std::move(described->model), kv});
  }
  return out;
}

Rows rows_where(const std::vector<TableRow>& rows, const std::function<bool(const TableRow&)>& holds) {
  Rows out;
  for (const TableRow& row : rows) {
    if (holds(row)) {
      out.push_back(&row);
    }
  }
  return out;
}

std::string listed(const Words& words, const Rows& rows, const std::function<std::string(const TableRow&)>& text) {
  std::string out;
  for (const TableRow* row : rows) {
    out += (out.empty() ? "" : ", ") + text(*row);
  }
  return rows.empty() ? words.say("none") : out;
}

std::string names_of(const Words& words, const Rows& rows) {
  return listed(words, rows, [&](const TableRow& row) { return words.name(row.row->name); });
}

}  // namespace kvtally
