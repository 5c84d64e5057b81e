#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/problem.hpp"
#include "model/model.hpp"

/// A layer as engines see it: which of the few things that they know how to store it holds. Engines look at these
/// and at states' tensors, never at presets.
namespace kvtally {

/// Keys and values of heads, of all positions or of the last ones.
struct KeyValueStore {
  std::int64_t heads = 0;
  std::int64_t key_dim = 0;
  std::int64_t value_dim = 0;
  std::int64_t query_heads = 0;
  std::optional<std::int64_t> window;  // sliding_window: tokens that a query sees, itself included
  std::optional<std::int64_t> chunk;   // attention_chunk_size
};

/// A latent with its rotary rows (MLA), and the widths of the expanded form.
struct LatentStore {
  std::int64_t rank = 0;  // kv_lora_rank
  std::int64_t rope = 0;  // qk_rope_head_dim
  std::int64_t query_heads = 0;
  std::int64_t nope = 0;       // qk_nope_head_dim
  std::int64_t value_dim = 0;  // v_head_dim
  std::optional<std::int64_t> window;
};

/// Index keys: one of `dim` for each `pool` tokens.
struct IndexStore {
  std::int64_t dim = 0;
  std::int64_t pool = 1;
};

/// DeepSeek-V4: one row that is key and value, of the last `window` positions; and, in compressing layers, one row
/// for each `rate` positions, whose pooling overlaps (CSA) or not (HCA).
struct SharedRowStore {
  std::int64_t dim = 0;
  std::int64_t query_heads = 0;
  std::optional<std::int64_t> window;
  std::optional<std::int64_t> rate;
  bool overlapping = false;
};

/// Keys and values of encoder positions.
struct CrossStore {
  KeyValueStore heads;
  std::int64_t tokens = 0;
};

struct LayerParts {
  std::optional<KeyValueStore> key_values;
  std::optional<LatentStore> latent;
  std::optional<SharedRowStore> shared;
  std::optional<IndexStore> index;  // of its own; a layer that follows an earlier one's choice has none
  bool follows_index = false;       // it uses an earlier layer's choice
  std::optional<CrossStore> cross;
  bool has_state = false;
  bool owns = true;  // false: it reads another layer's memory (YOCO, CLA, num_kv_shared_layers) and stores none
};

/// The parts of a layer. Refused, with the layer's kind: a composition that no engine of these stores (NSA's three
/// branches, sinks that are kept beside a window).
Expected<LayerParts> parts_of(const Layer& layer);

/// A layer in its place in the model.
struct PlacedLayer {
  std::int64_t index = 0;  // from 0; draft layers follow the last one
  const Layer* layer = nullptr;
  LayerParts parts;
  bool draft = false;
};

/// The model's layers one after the other, its draft layers behind them where `drafting`.
Expected<std::vector<PlacedLayer>> placed_layers(const Model& model, bool drafting);

}  // namespace kvtally
