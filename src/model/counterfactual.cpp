#include "model/counterfactual.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <ranges>
#include <set>

#include "model/attended.hpp"
#include "model/limits.hpp"
#include "model/presets.hpp"

namespace kvtally {

namespace {

using Made = std::expected<Layer, std::string>;

constexpr std::string_view kCounterfactual =
    "counterfactual: the layers that attend have another attention; their number, query heads and all else are "
    "the "
    "model's own, and weights are not computed";
constexpr IndexHeads kUsualIndexer{64, 128};   // DeepSeek-V3.2, arXiv 2512.02556
constexpr std::int64_t kUsualConvolution = 4;  // of Kimi Linear and Qwen3-Next

class Maker {
 public:
  Maker(const Model& model, const Attention& attention) : model_(model), attention_(attention) {}

  Made layer(const Layer& old) {
    const Memory* memory = attended(old);
    if (memory == nullptr) {
      others_ = others_ || !old.memories.empty() || !old.state.tensors.empty();
      return old;
    }
    changed_ = true;
    Made made = other_attention(old, *memory);
    if (!made) {
      return made;
    }
    made->sharing = old.sharing;
    shared_ = shared_ || old.sharing.owner != Sharing::Owner::own;
    if (!old.state.tensors.empty()) {
      made = beside_state(std::move(*made), old);
    }
    for (const Memory& encoder : old.memories | std::views::filter(is_of_encoder)) {
      encoder_ = true;
      made->memories.push_back(encoder);
    }
    if (const auto reason = beyond_limits(*made)) {
      return std::unexpected(*reason);
    }
    return made;
  }

  bool changed() const { return changed_; }

  std::vector<std::string> assumptions() const {
    std::vector<std::string> out{std::string(kCounterfactual)};
    out.insert(out.end(), said_.begin(), said_.end());
    for (const auto& [holds, what] :
         {std::pair(others_, "layers that do not attend keep what they keep in the model"),
          std::pair(states_, "the states beside attention stay"),
          std::pair(shared_, "layers that read the cache of another layer still keep nothing of their own"),
          std::pair(encoder_, "the encoder's memory stays")}) {
      if (holds) {
        out.emplace_back(what);
      }
    }
    return out;
  }

 private:
  Made other_attention(const Layer& old, const Memory& memory) {
    switch (attention_.kind) {
      case Attention::Kind::as_is: return old;
      case Attention::Kind::mha: return key_value(memory, projected_heads(memory).query);
      case Attention::Kind::gqa: return key_value(memory, attention_.count);
      case Attention::Kind::mqa: return key_value(memory, 1);
      case Attention::Kind::mla: return latent(old, memory);
      case Attention::Kind::swa: return sliding_attention(own_entries(memory), attention_.count, attention_.kept);
      case Attention::Kind::chunked: return chunked_attention(own_entries(memory), attention_.count);
      case Attention::Kind::dsa: return sparse(old, memory);
      case Attention::Kind::linear:
      case Attention::Kind::gdn:
      case Attention::Kind::kda: break;
    }
    return state(old, memory);
  }

  Made key_value(const Memory& memory, std::int64_t count) {
    const ProjectedHeads heads = projected_heads(memory);
    if (heads.query % count != 0) {
      return std::unexpected(
          fmt::format("{} key-value heads do not divide its {} query heads", count, heads.query));
    }
    if (!attention_.pair) {
      said_.insert(fmt::format("keys are as wide as values: {}", heads.value_dim));
    }
    const auto widths = attention_.pair.value_or(Attention::Pair{heads.value_dim, heads.value_dim});
    return full_attention(key_value_memory({heads.query, count, widths.first, widths.second}));
  }

  Made latent(const Layer& old, const Memory& memory) {
    auto wanted = latent_of(old);
    const bool has_one = wanted.has_value();
    if (attention_.pair) {
      wanted = {attention_.pair->first, attention_.pair->second};
    }
    for (auto other = model_.layers.begin(); !wanted && other != model_.layers.end(); ++other) {
      wanted = latent_of(*other);
    }
    if (!wanted) {
      return std::unexpected("it has no latent of its own; its rank and rotary width must be given (mla:512+64)");
    }
    const ProjectedHeads heads = projected_heads(memory);
    if (!has_one) {
      said_.insert(fmt::format("in prefill a latent is expanded to keys of {} + {} and values of {}",
                               heads.key_dim, wanted->rope, heads.value_dim));
    }
    return full_attention(
        latent_memory({heads.query, wanted->rank, wanted->rope, heads.key_dim, heads.value_dim}));
  }

  Made sparse(const Layer& old, const Memory& memory) {
    std::optional<TopKIndex> index = indexer_of(old);
    for (auto other = model_.layers.begin(); !index && other != model_.layers.end(); ++other) {
      index = indexer_of(*other);
      index = index && index->reused ? std::nullopt : index;
    }
    if (attention_.pair) {
      index = TopKIndex{{attention_.pair->first, attention_.pair->second}};
    } else if (!index) {
      index = TopKIndex{kUsualIndexer};
      said_.insert(fmt::format("an indexer of {} heads and keys of {}, as DeepSeek-V3.2 has", kUsualIndexer.heads,
                               kUsualIndexer.dim));
    }
    index->top_k = attention_.count;
    if (index->top_k % index->pool != 0) {
      return std::unexpected(fmt::format("its index keys are pooled {} to one, which {} is no multiple of",
                                         index->pool, index->top_k));
    }
    return deepseek_sparse_attention(own_entries(memory), *index);
  }

  Made state(const Layer& old, const Memory& memory) {
    if (!old.state.tensors.empty()) {
      return std::unexpected("its layers have a state beside their attention already");
    }
    const ProjectedHeads heads = projected_heads(memory);
    const bool plain = attention_.kind == Attention::Kind::linear;
    const StateHeads wanted{
        heads.query, heads.query, heads.value_dim, heads.value_dim, plain ? 0 : kUsualConvolution, false};
    said_.insert(fmt::format("a state of {} heads of {} x {}{}", heads.query, heads.value_dim, heads.value_dim,
                             plain ? "" : ", behind a convolution over 4 tokens"));
    return state_layer(plain                                     ? linear_state(wanted)
                       : attention_.kind == Attention::Kind::gdn ? gated_delta_state(wanted)
                                                                 : kimi_delta_state(wanted));
  }

  // Kinds have a name of their own where the attention is full or a window.
  Layer beside_state(Layer layer, const Layer& old) {
    states_ = true;
    layer.state = old.state;
    const Memory& memory = layer.memories.front();
    if (std::holds_alternative<Window>(memory.retention)) {
      layer.kind = layer.tag = "hybrid_sliding";
    } else if (layer.tag == "full_attention") {
      layer.kind = layer.tag = "hybrid";
    }
    return layer;
  }

  const Model& model_;
  const Attention& attention_;
  std::set<std::string> said_;
  bool changed_ = false;
  bool others_ = false;
  bool states_ = false;
  bool shared_ = false;
  bool encoder_ = false;
};

// The model with these layers, and without what is not known of it. The formula that everybody types would read
// other key-value heads and their width; of any other attention it sees nothing.
Model with_attention(const Model& model, const std::vector<Layer>& layers) {
  Model out = with_layers(model, layers);
  out.parameters = {};
  out.stored.reset();
  out.weights = {};
  for (const Layer& layer : out.layers) {
    if (const Memory* memory = attended(layer)) {
      const Row& first = memory->entry.front();
      out.naive.num_key_value_heads = first.role == Role::key ? first.heads : out.naive.num_key_value_heads;
      out.naive.head_dim = first.role == Role::key ? first.dim : out.naive.head_dim;
      break;
    }
  }
  return out;
}

}  // namespace

std::expected<Model, std::vector<std::string>> counterfactual(const Model& model, const Attention& attention) {
  if (attention.kind == Attention::Kind::as_is) {
    return model;
  }
  Maker maker(model, attention);
  std::vector<Layer> layers;
  std::vector<std::string> errors;
  for (const Layer& old : model.layers) {
    Made made = maker.layer(old);
    if (made) {
      layers.push_back(std::move(*made));
    } else if (std::ranges::find(errors, made.error()) == errors.end()) {
      errors.push_back(made.error());
    }
  }
  if (!maker.changed()) {
    errors.emplace_back(
        "it has no layer that attends to the tokens before it, so that none can be given another attention");
  }
  if (!errors.empty()) {
    return std::unexpected(std::move(errors));
  }
  Model out = with_attention(model, layers);
  if (!other_layers(model, out)) {
    return model;
  }
  const std::vector<std::string> said = maker.assumptions();
  out.assumptions.insert(out.assumptions.end(), said.begin(), said.end());
  return out;
}

bool other_layers(const Model& a, const Model& b) {
  return a.layers != b.layers || a.order != b.order || a.draft != b.draft;
}

}  // namespace kvtally
