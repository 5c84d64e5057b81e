#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/parts.hpp"
#include "model/weight_facts.hpp"
#include "model/weight_scheme.hpp"
#include "model/weights.hpp"

namespace kvtally {

/// One layer: any number of memories, a state, or nothing (a feed-forward layer).
struct Layer {
  std::string kind;  // the preset: "gqa", "mla", "gdn" …
  std::string tag;   // the layer type as Hugging Face names it: "full_attention" …
  std::vector<Memory> memories;
  State state;
  Sharing sharing;
  friend bool operator==(const Layer&, const Layer&) = default;
};

/// `count` equal layers in a row; `layer` is an index into Model::layers.
struct Run {
  std::size_t layer = 0;
  std::int64_t count = 1;
  friend bool operator==(const Run&, const Run&) = default;
};

/// What the formula that everybody types reads from a model: blind to kinds, windows and latents.
struct NaiveShape {
  std::int64_t num_hidden_layers = 0;
  std::optional<std::int64_t> num_attention_heads;
  std::optional<std::int64_t> num_key_value_heads;
  std::optional<std::int64_t> head_dim;
  std::optional<std::int64_t> hidden_size;
  friend bool operator==(const NaiveShape&, const NaiveShape&) = default;
};

/// Published parameter counts; nothing where the maker published none.
struct Parameters {
  std::optional<std::int64_t> total;
  std::optional<std::int64_t> active;  // of a mixture of experts; a dense model has none
  friend bool operator==(const Parameters&, const Parameters&) = default;
};

struct Model {
  std::string id;
  std::string name;
  std::string vendor;
  std::string released;  // YYYY-MM
  /// What engines choose their rules by, empty where the input does not say it: the model_type of its config.json
  /// (of a multimodal model that of the whole), and the architecture that a GGUF names.
  std::string model_type;
  std::string architecture;
  Parameters parameters;
  std::optional<StoredWeights> stored;        // where the input holds weights or says how large they are
  std::optional<WeightScheme> weight_scheme;  // how its maker publishes the weights, where that is said
  WeightFacts weights;
  std::vector<Layer> layers;  // the distinct ones
  std::vector<Run> order;     // first to last
  std::vector<Run> draft;     // the model's own MTP layers; their cache exists only when they draft
  std::optional<std::int64_t> max_position_embeddings;  // nothing: not published, or unlimited
  bool unlimited_context = false;
  NaiveShape naive;
  std::optional<std::int64_t> vocab_size;  // for shapes only; it bears on no figure
  std::vector<std::string> sources;
  std::string notes;
  std::vector<std::string> assumptions;
  friend bool operator==(const Model&, const Model&) = default;
};

/// Number of layers in these runs.
std::int64_t layer_count(const std::vector<Run>& runs);

/// How many layers of Model::layers[layer] these runs hold.
std::int64_t count_of(const std::vector<Run>& runs, std::size_t layer);

/// The layers one after the other, as indices into Model::layers.
std::vector<std::size_t> unrolled(const std::vector<Run>& runs);

/// Adds one layer to the model's runs; equal layers are kept once in `layers`.
void append_layer(Model& model, std::vector<Run>& runs, Layer layer, std::int64_t count);

}  // namespace kvtally
