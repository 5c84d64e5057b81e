#pragma once

#include <functional>
#include <string>
#include <vector>

#include "page/section.hpp"

namespace kvtally {

/// A row of the recipe's table with its model. The row is the table's, which outlives it.
struct TableRow {
  const ModelRow* row;
  Model model;
  Bytes kv;  // entries at the recipe's own context in bf16, whatever the user asks the table for
};

/// The rows in the recipe's order. Refused where the recipe has none.
Expected<std::vector<TableRow>> table_rows(const PageSources& sources, const SectionRecipe& recipe);

/// Some of the rows.
using Rows = std::vector<const TableRow*>;
Rows rows_where(const std::vector<TableRow>& rows, const std::function<bool(const TableRow&)>& holds);

/// A text for each row, "none" without rows: "Jamba v0.1 7:1, MiniMax-01 7:1".
std::string listed(const Words& words, const Rows& rows, const std::function<std::string(const TableRow&)>& text);

/// The rows' names.
std::string names_of(const Words& words, const Rows& rows);

}  // namespace kvtally
