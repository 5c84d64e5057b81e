#pragma once

#include <optional>
#include <vector>

#include "engine/layer_parts.hpp"
#include "engine/sglang/settings.hpp"

namespace kvtally::sglang {

/// Which pool class serves the layers that keep rows.
enum class Layout : unsigned char { heads, latent, sparse_latent, block_sparse, compressed };

/// What one layer stores on one rank.
struct PooledLayer {
  std::int64_t index = 0;  // its place in the model
  bool rows = false;       // it keeps rows of tokens
  bool shared = false;     // the model lets it read another layer's rows; the pool gives it rows all the same
  std::optional<std::int64_t> window;
  bool slides = false;         // its rows are in the pool of sliding layers; else it keeps all tokens' rows
  std::int64_t heads = 0;      // of keys and values; 1 for a latent
  std::int64_t key_dim = 0;    // of a latent: rank and rotary part together
  std::int64_t value_dim = 0;  // 0 for a latent
  Wide key = 0;                // bytes of one token's row
  Wide value = 0;
  Wide scales = 0;
  Wide index_row = 0;
  std::int64_t index_dim = 0;
  std::int64_t rate = 0;  // compressed layers: positions that are pooled to one row; 0: the window alone
  Wide convolution = 0;   // bytes of one slot
  Wide recurrent = 0;

  Wide row() const { return key + value + scales; }
  Wide slot() const { return convolution + recurrent; }
};

/// The rules that the layers ask for. Refused, by name: layers that no pool of SGLang is known to hold, and
/// mixtures of pools.
Expected<Layout> layout_of(const Model& model, const std::vector<PlacedLayer>& layers);

/// Whether SGLang gives the model's sliding layers a pool of their own: by a list of architectures
/// (is_hybrid_swa_model); all others keep full rows. Models whose type is not known go by their layers.
bool has_sliding_pool(const Model& model, const Settings& settings);

/// The layers' bytes on one of `ranks` ranks: max(1, heads ÷ ranks) heads, latents whole, states divided.
/// Refused: a state's channels or heads that do not divide.
Expected<std::vector<PooledLayer>> pooled_layers(const Model& model, const std::vector<PlacedLayer>& layers,
                                                 const Settings& settings, Layout layout, std::int64_t ranks);

/// Rows and states of one request of that many tokens: what it fills of the pools, without pages.
struct Content {
  Wide entries = 0;
  Wide shared = 0;  // rows of layers that the model lets read another's
  Wide index = 0;
  Wide state = 0;

  Wide total() const { return entries + shared + index + state; }
};
Content content_of(const std::vector<PooledLayer>& layers, Tokens context);

/// The layers of the stage that holds most bytes a token. The first stages have a layer more where they do not
/// divide.
std::vector<PooledLayer> fullest_stage(const std::vector<PooledLayer>& layers, std::int64_t stages);

}  // namespace kvtally::sglang
