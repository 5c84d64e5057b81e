#pragma once

#include "model/model.hpp"

namespace kvtally {

/// Calls `change` for each memory of a model's layers.
template <class Change>
void each_memory(Model& model, Change&& change) {
  for (Layer& layer : model.layers) {
    for (Memory& memory : layer.memories) {
      change(memory);
    }
  }
}

}  // namespace kvtally
