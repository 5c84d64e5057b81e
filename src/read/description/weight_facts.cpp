#include "read/description/weight_facts.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/suggest.hpp"
#include "model/limits.hpp"
#include "read/description/layer_words.hpp"
#include "read/description/runs.hpp"
#include "read/description/weight_tensors.hpp"

namespace kvtally {

namespace {

constexpr std::array<std::string_view, 19> kSizes{
    "q_lora_rank",    "o_groups",          "o_lora_rank",         "intermediate_size",
    "num_experts",    "moe_latent_size",   "num_experts_per_tok", "moe_intermediate_size",
    "mamba_dt_rank",  "rwkv_decay_rank",   "num_shared_experts",  "shared_expert_intermediate_size",
    "kda_gate_rank",  "kda_decay_rank",    "rwkv_step_rank",      "first_k_dense_replace",
    "rwkv_gate_rank", "learned_positions", "kda_decay_constants"};

constexpr std::array<std::string_view, 3> kOthers{"tie_word_embeddings", "mlp_layer_types", "weights"};

// Under `weights`: true, false, or the layer types that have it.
constexpr std::array<std::string_view, 18> kFeatures{"norm_bias",
                                                     "gated_mlp",
                                                     "mlp_bias",
                                                     "expert_bias",
                                                     "router_bias",
                                                     "kda_gate_bias",
                                                     "attention_bias",
                                                     "attention_output_bias",
                                                     "qk_norm",
                                                     "output_gate",
                                                     "attention_sinks",
                                                     "qk_norm_all_heads",
                                                     "conv_bias",
                                                     "mamba_norms",
                                                     "key_without_bias",
                                                     "projections_where_shared",
                                                     "shared_expert_gate",
                                                     "value_is_key"};

constexpr std::array<std::string_view, 2> kNormCounts{"norms_per_layer", "final_norms"};
constexpr std::array<std::string_view, 2> kDraftKinds{"mtp_sparse", "mtp_dense"};

constexpr std::int64_t kMostNorms = 64;

std::vector<std::string_view> joined(std::initializer_list<std::span<const std::string_view>> lists) {
  std::vector<std::string_view> out;
  for (const auto list : lists) {
    out.insert(out.end(), list.begin(), list.end());
  }
  return out;
}

class WeightReader {
 public:
  WeightReader(const Fields& fields, std::int64_t layers) : fields_(fields), layers_(layers) {}

  WeightFacts read() {
    for (const std::string_view key : kSizes) {
      if (const auto value = fields_.integer(key, 0, limits::kDimension)) {
        facts_.sizes.emplace(key, *value);
      }
    }
    if (const auto tied = fields_.boolean("tie_word_embeddings")) {
      facts_.sizes.emplace("tie_word_embeddings", *tied ? 1 : 0);
    }
    if (fields_.find("mlp_layer_types") != nullptr) {
      listed_feed_forwards();
    }
    if (const Node* node = fields_.find("weights")) {
      facts_.described = true;
      facts_.mlp = facts_.mlp.empty() ? usual_mlp(facts_, layers_) : facts_.mlp;
      described_weights(Fields(fields_.tree(), *node, fields_.problems(), "weights"));
    }
    return std::move(facts_);
  }

 private:
  void listed_feed_forwards() {
    const auto runs = read_runs(fields_, "mlp_layer_types");
    if (!runs) {
      return;
    }
    const Place place = fields_.find("mlp_layer_types")->place;
    for (const NameRun& run : *runs) {
      if (run.name != "dense" && run.name != "sparse") {
        fields_.report(place, fmt::format("mlp_layer_types has '{}'", run.name), "dense or sparse");
        return;
      }
      const bool sparse = run.name == "sparse";
      if (!facts_.mlp.empty() && facts_.mlp.back().sparse == sparse) {
        facts_.mlp.back().count += run.count;
      } else {
        facts_.mlp.push_back({sparse, run.count});
      }
    }
    if (length_of(*runs) != layers_) {
      fields_.report(
          place, fmt::format("mlp_layer_types has {} layers, num_hidden_layers is {}", length_of(*runs), layers_),
          "the same number");
    }
  }

  void described_weights(const Fields& weights) {
    if (weights.node().kind != Node::Kind::map) {
      return;
    }
    constexpr std::array<std::string_view, 3> kLists{"tensors", "published_with", "published_without"};
    weights.refuse_unknown(joined({kFeatures, kNormCounts, kDraftKinds, kLists}));
    for (const std::string_view key : kNormCounts) {
      if (const auto norms = weights.integer(key, 0, kMostNorms)) {
        facts_.sizes.emplace(key, *norms);
      }
    }
    for (const std::string_view key : kDraftKinds) {
      if (const auto value = weights.boolean(key)) {
        facts_.sizes.emplace(key, *value ? 1 : 0);
      }
    }
    for (const std::string_view key : kFeatures) {
      if (const Node* node = weights.find(key)) {
        feature(weights, key, *node);
      }
    }
    facts_.published_with = parts(weights, "published_with");
    facts_.published_without = parts(weights, "published_without");
    facts_.tensors = read_weight_tensors(fields_, weights);
  }

  void feature(const Fields& weights, std::string_view key, const Node& node) {
    const bool one_tag =
        node.kind == Node::Kind::plain && std::ranges::find(layer_types(), node.text) != layer_types().end();
    if (one_tag) {
      facts_.features.emplace(key, LayerChoice{false, {std::string(node.text)}});
      return;
    }
    if (node.kind != Node::Kind::list) {
      facts_.features.emplace(key, LayerChoice{weights.boolean(key).value_or(false), {}});
      return;
    }
    LayerChoice choice;
    for (const std::string& tag : weights.texts(key)) {
      if (std::ranges::find(layer_types(), tag) == layer_types().end()) {
        weights.report(node.place, fmt::format("{} names the layer type '{}'", key, tag), "a known layer type",
                       nearest(tag, layer_types()).value_or(""));
      }
      choice.tags.push_back(tag);
    }
    facts_.features.emplace(key, std::move(choice));
  }

  static std::vector<WeightPart> parts(const Fields& weights, std::string_view key) {
    std::vector<WeightPart> out;
    for (const std::string& name : weights.texts(key)) {
      if (const auto part = weight_part(name)) {
        out.push_back(*part);
      } else {
        weights.report(weights.find(key)->place, fmt::format("{} names the part '{}'", key, name),
                       "a part of the weights such as encoder");
      }
    }
    return out;
  }

  const Fields& fields_;
  std::int64_t layers_;
  WeightFacts facts_;
};

}  // namespace

WeightFacts read_weight_facts(const Fields& fields, std::int64_t layers) {
  return WeightReader(fields, layers).read();
}

std::span<const std::string_view> weight_keys() {
  static const std::vector<std::string_view> keys = joined({kSizes, kOthers});
  return keys;
}

}  // namespace kvtally
