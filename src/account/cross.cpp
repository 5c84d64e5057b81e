#include "account/cross.hpp"

namespace kvtally {

Bytes cross_bytes_per_position(const Model& model) {
  Bytes sum;
  for (std::size_t i = 0; i < model.layers.size(); ++i) {
    const Layer& layer = model.layers[i];
    for (const Memory& memory : layer.memories) {
      if (std::holds_alternative<Fixed>(memory.retention) && layer.sharing.owner == Sharing::Owner::own) {
        sum = sum + entry_bytes(memory.entry) * count_of(model.order, i);
      }
    }
  }
  return sum;
}

}  // namespace kvtally
