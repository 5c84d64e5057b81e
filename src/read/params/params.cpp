#include "read/params/params.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>

#include "core/parse.hpp"
#include "core/print.hpp"
#include "model/limits.hpp"
#include "read/config/config_keys.hpp"
#include "read/translation.hpp"

namespace kvtally {

namespace {

constexpr std::string_view kFull = "full_attention";
constexpr std::string_view kSliding = "sliding_attention";

std::string_view text_of(const Node& map, std::string_view key) {
  const Node* node = member(map, key);
  return node == nullptr ? std::string_view() : node->text;
}

class Params {
 public:
  Params(const Fields& fields, std::string id) : fields_(fields), t_(fields, nullptr), id_(std::move(id)) {}

  Expected<Description> read() {
    t_.give("name", id_, "");
    if (text_of(fields_.node(), "model_type") == "mamba") {
      mamba();
    } else {
      transformer();
    }
    t_.ignore({"model_type"});
    context();
    weights();
    encoders();
    refuse_unknown();
    if (!fields_.problems().empty()) {
      return std::unexpected(distinct(std::move(fields_.problems())));
    }
    auto description = read_description(t_.build(), std::move(id_));
    if (description) {
      std::vector<std::string>& assumptions = description->model.assumptions;
      assumptions.insert(assumptions.begin(), t_.assumptions().begin(), t_.assumptions().end());
    }
    return description;
  }

 private:
  void need(std::string_view key, std::string_view ours, std::string what) {
    if (!t_.take(key, ours)) {
      fields_.report_missing(key, std::move(what));
    }
  }

  // The number of layers, at least 1 so that reading can go on.
  std::size_t layer_count() {
    need("n_layers", "num_hidden_layers", "the number of layers");
    return static_cast<std::size_t>(fields_.integer("n_layers", 1, limits::kLayers).value_or(1));
  }

  void transformer() {
    need("dim", "hidden_size", "the width of the model");
    need("n_heads", "num_attention_heads", "the number of query heads");
    t_.take("head_dim");
    key_value_heads();
    if (t_.has("kv_lora_rank") || t_.has("qk_nope_head_dim")) {
      t_.take_all({"kv_lora_rank", "qk_nope_head_dim", "qk_rope_head_dim", "v_head_dim", "q_lora_rank"});
    }
    t_.layers(layer_types(layer_count()), "n_layers");
    if (!t_.flag("causal", true)) {
      t_.report("causal", "causal is false: no token's memory is kept", "a causal language model");
    }
  }

  // Meta's files leave it out where it is n_heads (llama's model.py: ModelArgs.n_kv_heads).
  void key_value_heads() {
    if (t_.take("n_kv_heads", "num_key_value_heads")) {
      return;
    }
    if (t_.has("multiple_of") && t_.take("n_heads", "num_key_value_heads")) {
      t_.assume("n_kv_heads = n_heads: the default of Meta's params.json");
    } else {
      fields_.report_missing("n_kv_heads", "the number of key-value heads");
    }
  }

  // A window for all layers, none, or a pattern of both that is repeated over the layers (null: none).
  std::vector<std::string> layer_types(std::size_t layers) {
    const Node* window = t_.find("sliding_window");
    if (window == nullptr || window->kind != Node::Kind::list) {
      const bool slides = t_.take("sliding_window");
      return std::vector<std::string>(layers, std::string(slides ? kSliding : kFull));
    }
    std::vector<std::string> pattern;
    std::set<std::string> windows;
    for (const Node& item : Children(*window)) {
      const bool none = item.kind == Node::Kind::null;
      pattern.emplace_back(none ? kFull : kSliding);
      if (!none && (item.kind != Node::Kind::plain || !parse_integer(item.text))) {
        fields_.report(item.place, fmt::format("sliding_window holds {}", described(item)), "a window or null");
      }
      windows.insert(none ? "" : std::string(item.text));
    }
    windows.erase("");
    if (pattern.empty() || layers % pattern.size() != 0 || windows.size() > 1) {
      fields_.report(window->place,
                     fmt::format("sliding_window is a list of {} with {} windows, for {} layers", pattern.size(),
                                 windows.size(), layers),
                     "one window, and a pattern that fits into the layers a whole number of times");
      return std::vector<std::string>(layers, std::string(kFull));
    }
    if (!windows.empty()) {
      t_.give("sliding_window", *windows.begin(), "");
    }
    std::vector<std::string> out;
    for (std::size_t i = 0; i < layers; ++i) {
      out.push_back(pattern[i % pattern.size()]);
    }
    return out;
  }

  // Mamba-2 of the mamba_ssm package: what MambaArgs has no field for is its class's default.
  void mamba() {
    need("dim", "hidden_size", "the width of the model");
    need("n_groups", "mamba_n_groups", "the number of groups of a Mamba-2 layer");
    const std::size_t layers = layer_count();
    t_.layers(std::vector<std::string>(layers, "linear_attention"), "n_layers");
    t_.give("linear_type", "mamba2", "");
    mamba_value("d_state", "mamba_d_state", 128);
    mamba_value("d_conv", "mamba_d_conv", 4);
    const std::int64_t head = mamba_value("headdim", "mamba_d_head", 64);
    const std::int64_t expand = mamba_value("expand", "", 2);
    const std::int64_t width = fields_.integer("dim", 1, limits::kDimension).value_or(head) * expand;
    if (width % head != 0) {
      fields_.report(fields_.node().place, fmt::format("{} channels are no multiple of heads of {}", width, head),
                     "a whole number of heads");
    }
    t_.give("mamba_n_heads", fmt::format("{}", width / head), fmt::format("dim x {} ÷ {}", expand, head));
  }

  std::int64_t mamba_value(std::string_view key, std::string_view ours, std::int64_t otherwise) {
    const bool given = t_.has(key);
    const std::int64_t value = given ? fields_.integer(key, 1, limits::kDimension).value_or(otherwise) : otherwise;
    const std::string how = given ? "" : "the default of mamba_ssm's Mamba2";
    if (!ours.empty()) {
      t_.give(ours, fmt::format("{}", value), how);
    } else if (!given) {
      t_.assume(fmt::format("{} {}: {}", key, value, how));
    }
    return value;
  }

  void context() {
    std::string taken;
    for (const std::string_view key : {"max_position_embeddings", "max_seq_len", "model_max_length"}) {
      if (!t_.has(key)) {
        continue;
      }
      if (taken.empty()) {
        t_.take(key, "max_position_embeddings");
        taken = key;
      } else if (text_of(fields_.node(), key) != text_of(fields_.node(), taken)) {
        t_.assume(fmt::format("the maximum context is {}; {} is {}", taken, key, text_of(fields_.node(), key)));
      }
    }
  }

  // For the parameter count. Meta's first files have a vocab_size of -1: that of the tokenizer.
  void weights() {
    t_.take("hidden_dim", "intermediate_size");
    if (text_of(fields_.node(), "vocab_size") != "-1") {
      t_.take("vocab_size");
    }
    t_.take(t_.has("tied_embeddings") ? "tied_embeddings" : "tie_embeddings", "tie_word_embeddings");
    for (const auto& [theirs, ours] :
         {std::pair("num_experts", "num_experts"), std::pair("num_experts_per_tok", "num_experts_per_tok"),
          std::pair("expert_hidden_dim", "moe_intermediate_size"),
          std::pair("num_shared_experts", "num_shared_experts"),
          std::pair("first_k_dense_replace", "first_k_dense_replace")}) {
      t_.take(fmt::format("moe.{}", theirs), ours);
    }
    t_.ignore({"lora"});  // of adapters that are trained beside the weights
  }

  void encoders() {
    const Node* multimodal = t_.find("multimodal");
    if (t_.has("vision_encoder") || multimodal != nullptr) {
      t_.assume("context counts the tokens of the language model");
    }
    if (multimodal == nullptr) {
      return;
    }
    const Fields parts(fields_.tree(), *multimodal, fields_.problems(), "multimodal");
    parts.refuse_unknown(
        std::array<std::string_view, 3>{"whisper_model_args", "vision_encoder_args", "vision_encoder"});
    const Node* causal = fields_.find("multimodal.whisper_model_args.encoder_args.causal");
    if (causal != nullptr && causal->text != "false") {
      parts.report(causal->place,
                   "an audio encoder that is causal keeps a cache of its own, which no rule describes",
                   "an encoder that sees its input at once, or a description in our own YAML");
    }
  }

  void refuse_unknown() const {
    if (fields_.node().kind != Node::Kind::map) {
      return;
    }
    for (const Node& child : Children(fields_.node())) {
      const bool known = t_.understood().contains(child.key) || child.kind == Node::Kind::null;
      if (!known && may_bear_on_cache(child.key)) {
        fields_.report(child.key_place,
                       fmt::format("the key '{}' is not understood, and could change the cache", child.key),
                       "a key of params.json that is known");
      }
    }
  }

  Fields fields_;
  Translation t_;
  std::string id_;
};

}  // namespace

bool is_params(const Node& root) {
  if (root.kind != Node::Kind::map || member(root, "dim") == nullptr || member(root, "n_layers") == nullptr ||
      member(root, "architectures") != nullptr) {
    return false;
  }
  const Node* type = member(root, "model_type");
  return type == nullptr || type->kind == Node::Kind::null || type->text == "transformer" || type->text == "mamba";
}

Expected<Description> read_params(const Tree& tree, std::string id) {
  Problems problems;
  return Params(Fields(tree, tree.root(), problems), std::move(id)).read();
}

}  // namespace kvtally
