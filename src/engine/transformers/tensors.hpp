#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "account/terms.hpp"
#include "engine/layer_parts.hpp"
#include "engine/transformers/setting.hpp"

namespace kvtally::transformers {

/// A tensor of one layer's cache as it is after the last token.
struct CacheTensor {
  std::string name;                 // the attribute: "keys", "indexer_keys", "conv_states"
  std::vector<std::int64_t> shape;  // what the program sees
  std::vector<std::int64_t> held;   // the storage that it keeps alive, where it is a view of a larger tensor
  std::int64_t element_bytes = 1;
  Part part = Part::entries;
  bool counter = false;  // an int64 length beside the cache
};

/// Bytes of the shape, and of the storage behind it.
Bytes seen_bytes(const CacheTensor& tensor);
Bytes held_bytes(const CacheTensor& tensor);

/// Keys and values of one layer on one rank, in the form in which they are cached.
struct CachedRows {
  std::int64_t heads = 0;
  std::int64_t key_dim = 0;
  std::int64_t value_dim = 0;
  std::optional<std::int64_t> window;  // sliding_window or attention_chunk_size, which one class serves
  bool expanded = false;               // from a latent
  bool divided = false;                // over the ranks of tensor parallelism
};

/// Whether a latent layer caches keys and values of every head: DSA models do, and all before 5.16.
bool expands_latent(const PlacedLayer& layer, const GenerateSetting& setting);

/// The rows of the whole model's layer, undivided; nothing where the layer has no keys and values.
std::optional<CachedRows> whole_rows(const PlacedLayer& layer, const GenerateSetting& setting);

/// Heads on one of `tp` ranks. A latent and its rotary row are on each.
std::int64_t heads_on_rank(const CachedRows& rows, std::int64_t tp);

/// Tokens whose keys a DynamicSlidingWindowLayer shows: the last W − 1; all of them where W is 1, since a slice
/// from −0 leaves nothing out.
Wide sliding_tokens_seen(Wide context, std::int64_t window);

/// Tokens in the storage behind these: the prompt until the first decoded token, then the W of the last
/// concatenation.
Wide sliding_tokens_held(Wide context, Wide prefill, std::int64_t window);

/// Keys, values, index keys, states and encoder memory of one layer, without DeepSeek-V4's compressors and
/// quantised tensors.
std::vector<CacheTensor> plain_tensors(const PlacedLayer& layer, const GenerateSetting& setting);

/// The cache of one DeepSeek-V4 layer; key and value are one tensor but in plain sliding layers.
std::vector<CacheTensor> compressor_tensors(const PlacedLayer& layer, const GenerateSetting& setting);

}  // namespace kvtally::transformers
