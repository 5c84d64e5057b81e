#pragma once

#include <utility>
#include <vector>

#include "account/step.hpp"
#include "account/terms.hpp"
#include "model/model.hpp"

/// Models of a single layer, and what they keep.
namespace kvtally::test {

inline Model model_of(Layer layer, std::int64_t count = 1) {
  Model model;
  append_layer(model, model.order, std::move(layer), count);
  return model;
}

inline Tally kept(const Layer& layer, Wide seen) { return tally(terms_of(model_of(layer)), Tokens{seen}); }

inline Layer sharing(Layer layer, Sharing::Owner owner) {
  layer.sharing.owner = owner;
  return layer;
}

}  // namespace kvtally::test
