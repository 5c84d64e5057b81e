#include "model/retained.hpp"

#include <algorithm>

namespace kvtally {

bool keeps_every_position(const Layer& layer) {
  return std::ranges::any_of(layer.memories,
                             [](const Memory& m) { return std::holds_alternative<All>(m.retention); });
}

std::int64_t full_layer_count(const Model& model) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < model.layers.size(); ++i) {
    count += keeps_every_position(model.layers[i]) ? count_of(model.order, i) : 0;
  }
  return count;
}

}  // namespace kvtally
