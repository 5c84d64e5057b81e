#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/model.hpp"
#include "model/presets.hpp"

/// What a layer's attention is made of, read back from its parts, and a model's layers replaced: what a model of
/// the same shape with another attention is built from (model/counterfactual.hpp).
namespace kvtally {

/// Whether the memory is of an encoder's positions.
bool is_of_encoder(const Memory& memory);

/// The memory whose entries the layer's attention to the tokens before it is about, the first of several; null:
/// it does not attend to them.
const Memory* attended(const Layer& layer);

/// A layer's heads as its projections make them: of a latent what it is expanded to.
struct ProjectedHeads {
  std::int64_t query = 0;
  std::int64_t key_dim = 0;  // without the rotary part that a latent has beside it
  std::int64_t value_dim = 0;
};
ProjectedHeads projected_heads(const Memory& memory);

/// Elements of a latent and of its rotary rows (0: none); nothing where the layer keeps no latent.
struct LatentWidths {
  std::int64_t rank = 0;
  std::int64_t rope = 0;
};
std::optional<LatentWidths> latent_of(const Layer& layer);

/// The layer's indexer, for entries that are kept one a token, without its top_k; nothing where it has none, or
/// only the scores of another branch. Index keys that are pooled as entries are (CSA) become one a token.
std::optional<TopKIndex> indexer_of(const Layer& layer);

/// A memory of the same entries at every position, all of which are read.
Memory own_entries(const Memory& memory);

/// The model with other layers, one in the place of each of Model::layers; of equal ones one is kept.
Model with_layers(const Model& model, const std::vector<Layer>& layers);

}  // namespace kvtally
