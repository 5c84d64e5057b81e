#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/print.hpp"
#include "model/adapt.hpp"
#include "model/kinds.hpp"
#include "read/description/description.hpp"
#include "report/cycle.hpp"
#include "report/recipe.hpp"
#include "report/table.hpp"

namespace kvtally {

/// `report` is the order of the recipe.
enum class SortKey : std::uint8_t { report, time, vendor, ratio, context, kv };

struct TableOptions {
  std::optional<Tokens> context;  // nothing: the recipe's
  Adaptation adaptation;          // formats of layer types that a model lacks are not its concern
  std::string kv_dtype = "bf16";  // the adaptation in the words of the request
  Units units = Units::binary;
  bool highlights_only = false;
  SortKey sort = SortKey::report;
  bool reverse = false;
  /// A sentence in the reader's language, before it is filled with figures; nothing: as it is.
  std::function<std::string(const std::string&)> say{};  // NOLINT(readability-redundant-member-init)
};

/// A row as it was computed.
struct ModelRow {
  std::string id;
  std::string name;
  std::string vendor;
  std::string released;
  Parameters parameters;
  std::int64_t layers = 0;
  std::int64_t cheap_layers = 0;   // those without a memory of every position
  std::vector<std::string> kinds;  // of each layer
  Cycle cycle;                     // of the report's labels
  std::vector<std::string> cycle_kinds;
  std::vector<std::pair<std::string, std::string>> labels;  // the report's own words for kinds
  std::optional<std::int64_t> max_context;
  std::string context;
  Bytes kv;
  std::string kv_text;
  Printed printed;
  Printed marks;    // "[3]" behind the cells that differ from the printed ones
  Printed reasons;  // why they do
  std::string name_mark;
  std::string remark;
  std::string highlight;
  std::string caveat;
};

struct ModelTable {
  std::string id;
  std::string title;
  Tokens context;
  std::vector<ModelRow> rows;
  std::vector<std::string> footnotes;  // "[3] Gemma 4 31B: …"
  std::vector<std::string> footer;
};

/// How a row's model is found by its id.
using Describe = std::function<Expected<Description>(const std::string&)>;

/// Computes a report's table, with its sentences filled (report/row_values.hpp). The comparison with the printed
/// cells is made when the figures are the recipe's own (its context, bf16, binary units): each cell that differs
/// must have a reason in the recipe, and no other.
Expected<ModelTable> compute_table(const Recipe& recipe, const Describe& describe, const TableOptions& options);

/// A kind of layer that a table has, with the words that its rows have for it.
struct KindOfRows {
  const Kind* kind;
  std::vector<std::string> labels;
};

/// The kinds of the rows, in the order of the table of kinds.
std::vector<KindOfRows> kinds_of(const std::vector<ModelRow>& rows);

/// "671B / 37B": the published counts, in all and active.
std::string parameters_text(const Parameters& parameters);

/// The table for people and for CSV.
Table view_of(const ModelTable& table);

/// kvtally.table/1.
std::string json_of(const ModelTable& table);

}  // namespace kvtally
