#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "page/sections/depth.hpp"
#include "page/words.hpp"
#include "report/chart.hpp"

/// The picture and the tables of models' depths (page/sections/depth.hpp).
namespace kvtally {

/// A reading of the list with what a sentence calls it.
struct NamedReading {
  std::string key;  // of its values
  std::string words;
  DepthReading reading;
};

/// Full layers against all layers, a point for each model, and a line for each of the ratios N:1. At least one
/// model.
Chart scatter_of(const std::vector<Depth>& models, const std::vector<std::int64_t>& ratios, const Words& words);

/// A row for each model.
Table depths_table(const std::vector<Depth>& models, const Words& words);

/// A row for each reading.
Table readings_table(const std::vector<NamedReading>& readings, const Words& words);

}  // namespace kvtally
