#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "report/model_table.hpp"

/// What observations of a table take from its rows.
namespace kvtally {

/// The report's labels of the row's layers.
std::set<std::string> labels_of(const ModelRow& row);

/// Cheap layers to layers that keep every position.
struct LayerRatio {
  std::int64_t cheap = 0;
  std::int64_t dear = 0;
  friend auto operator<=>(const LayerRatio&, const LayerRatio&) = default;
};

/// Whether it is the smaller fraction: 52:10 is larger than 5:1.
bool smaller(const LayerRatio& a, const LayerRatio& b);

/// "5:1".
std::string print_ratio(const LayerRatio& ratio);

/// The ratio in the unit that repeats in the row.
LayerRatio unit_ratio(const ModelRow& row, const Model& model);

/// The same over all layers of the row: "52:10".
LayerRatio whole_ratio(const ModelRow& row);

}  // namespace kvtally
