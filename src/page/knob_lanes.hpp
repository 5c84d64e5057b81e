#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "page/table_rows.hpp"

/// A table's models by date and by the knob that tells each.
namespace kvtally {

/// `both`: positions and growth. A model that turns one of these mostly turns `entry` too.
enum class KnobLane : std::uint8_t { entry, positions, growth, both };

KnobLane lane_of(const Model& model);

/// Whether a layer reads the entries of the layer before it (CLA), which turns the knob of entries without being a
/// kind.
bool shares_layers(const Model& model);

struct DatedModel {
  const TableRow* row;
  KnobLane lane;
  std::vector<std::string> fresh;  // labels of its kinds, and CLA, that no earlier model has
};

/// The rows that have a month, by date; of one month in the table's order. They are places among `rows`.
std::vector<DatedModel> by_date(const std::vector<TableRow>& rows);

/// The first that holds; null where none does.
const DatedModel* first_where(const std::vector<DatedModel>& models,
                              const std::function<bool(const Model&)>& holds);

/// Months since January of year 0; the text is a month.
int month_of(const std::string& released);

/// The longest time between two months with something new, and each time that is as long.
struct Gap {
  int months = 0;
  std::vector<std::pair<std::string, std::string>> spans;  // from, to
};

/// Of the models from `since` on.
Gap longest_gap(const std::vector<DatedModel>& models, const std::string& since);

}  // namespace kvtally
