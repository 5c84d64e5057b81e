#include "model/model.hpp"

#include <algorithm>

namespace kvtally {

std::int64_t layer_count(const std::vector<Run>& runs) {
  std::int64_t count = 0;
  for (const Run& run : runs) {
    count += run.count;
  }
  return count;
}

std::int64_t count_of(const std::vector<Run>& runs, std::size_t layer) {
  std::int64_t count = 0;
  for (const Run& run : runs) {
    count += run.layer == layer ? run.count : 0;
  }
  return count;
}

std::vector<std::size_t> unrolled(const std::vector<Run>& runs) {
  std::vector<std::size_t> out;
  out.reserve(static_cast<std::size_t>(layer_count(runs)));
  for (const Run& run : runs) {
    out.insert(out.end(), static_cast<std::size_t>(run.count), run.layer);
  }
  return out;
}

void append_layer(Model& model, std::vector<Run>& runs, Layer layer, std::int64_t count) {
  const auto known = std::ranges::find(model.layers, layer);
  const auto index = static_cast<std::size_t>(known - model.layers.begin());
  if (known == model.layers.end()) {
    model.layers.push_back(std::move(layer));
  }
  if (!runs.empty() && runs.back().layer == index) {
    runs.back().count += count;
  } else {
    runs.push_back({index, count});
  }
}

}  // namespace kvtally
