#pragma once

#include <expected>
#include <string>
#include <vector>

#include "model/attention.hpp"
#include "model/model.hpp"

namespace kvtally {

/// The same shape with another attention: what its memory would be.
///
/// Every layer that attends to the tokens before it is given the attention, draft layers too; layers of a state
/// alone and feed-forward layers stay. A state beside an attention stays beside the new one, an encoder's memory
/// is kept, and a layer that reads the cache of another layer still keeps nothing. Query heads are the layer's
/// own.
///
/// - mha, gqa-N, mqa: every position; keys as wide as the layer's values (of a latent: the values that it is
///   expanded to), or the widths given. N divides the query heads.
/// - mla: every position; the layer's own latent, else the model's first, else the one given. A latent that is
///   given to a layer of keys and values leaves them their width in prefill, the rotary part beside it.
/// - swa, chunked, dsa: the layer's own entries. dsa takes the layer's own indexer, else the model's first, else
///   that of DeepSeek-V3.2; a layer that reuses an earlier one's choice still does, unless an indexer is given.
/// - linear, gdn, kda: a state of one head for each query head, keys as wide as values.
///
/// Rows of new entries are in bf16: formats are for adapt() to change. What was taken for granted is added to
/// Model::assumptions. Weights and parameters are taken out, since they are another model's; NaiveShape has the
/// key-value heads of the first layer that attends. A model given the attention that it has (mla to DeepSeek-V3),
/// or as-is, comes back as it was.
///
/// The errors, as sentences: a model without such layers, heads that N does not divide, no latent, a state that a
/// layer has already, sizes beyond the limits.
std::expected<Model, std::vector<std::string>> counterfactual(const Model& model, const Attention& attention);

/// Whether the layers of the two differ: whether what counterfactual() made of a model is one.
bool other_layers(const Model& a, const Model& b);

}  // namespace kvtally
