#include "read/config/weight_facts.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/parse.hpp"
#include "model/limits.hpp"

namespace kvtally {

namespace {

// Ours, and what families call it, the first that is there counting. Llama 4 and MiniMax M3 call the width of an
// expert intermediate_size and have another name for the dense one.
struct Names {
  std::string_view ours;
  std::vector<std::string_view> theirs;
};

const std::vector<Names>& sizes() {
  static const std::vector<Names> all{
      {"vocab_size", {"vocab_size", "padded_vocab_size", "n_vocab"}},
      {"intermediate_size",
       {"intermediate_size_mlp", "dense_intermediate_size", "intermediate_size", "decoder_ffn_dim", "ffn_dim",
        "ffn_hidden_size", "n_inner", "d_ff", "ff_intermediate_size", "mlp_hidden_size"}},
      {"moe_intermediate_size", {"moe_intermediate_size", "expert_intermediate_size", "moe_ffn_hidden_size"}},
      {"num_experts",
       {"num_experts", "n_routed_experts", "num_local_experts", "num_routed_experts", "moe_num_experts"}},
      {"num_experts_per_tok",
       {"num_experts_per_tok", "num_experts_per_token", "experts_per_token", "moe_topk", "top_k_experts",
        "moe_k"}},
      {"num_shared_experts",
       {"num_shared_experts", "n_shared_experts", "num_shared_expert", "moe_num_shared_experts"}},
      {"shared_expert_intermediate_size",
       {"shared_expert_intermediate_size", "moe_shared_expert_intermediate_size", "shared_intermediate_size",
        "share_expert_dim"}},
      {"moe_latent_size", {"moe_latent_size", "routed_expert_hidden_size"}},
      {"first_k_dense_replace", {"first_k_dense_replace", "num_dense_layers"}},
      {"q_lora_rank", {"q_lora_rank"}},
      {"o_groups", {"o_groups"}},
      {"o_lora_rank", {"o_lora_rank"}},
      {"mamba_dt_rank", {"mamba_dt_rank"}},
  };
  return all;
}

bool is_size(const Node* node) {
  if (node == nullptr || node->kind != Node::Kind::plain) {
    return false;
  }
  const auto number = parse_integer(node->text);
  return number && *number >= 0 && *number <= limits::kDimension;
}

std::int64_t size_of(Translation& t, std::string_view key, std::int64_t otherwise) {
  const Node* node = t.find(key);
  return is_size(node) ? *parse_integer(node->text) : otherwise;
}

// Whether there are layers of both sorts, and which: from a list of names or of zeros and ones, or from a period.
class ExpertLayers {
 public:
  explicit ExpertLayers(Translation& t) : t_(t) {}

  void translate() {
    if (listed("mlp_layer_types", "sparse") || listed("moe_layer_freq", "1")) {
      return;
    }
    const std::int64_t first = size_of(t_, "first_k_dense_replace", 0);
    const std::int64_t period = size_of(t_, "expert_layer_period", 0);
    if (const std::int64_t step = size_of(t_, "interleave_moe_layer_step", size_of(t_, "decoder_sparse_step", 0));
        step > 0) {  // Llama 4, Qwen: the last of every `step`, but none of mlp_only_layers
      const std::vector<std::string> dense = numbers("mlp_only_layers");
      give([&](std::int64_t i) {
        return (i + 1) % step == 0 && std::ranges::find(dense, std::to_string(i)) == dense.end();
      });
    } else if (period > 0) {  // Jamba
      give([&, offset = size_of(t_, "expert_layer_offset", 0)](std::int64_t i) { return i % period == offset; });
    } else if (const std::int64_t every = size_of(t_, "moe_layer_freq", 1); every > 1) {  // DeepSeek
      give([&](std::int64_t i) { return i >= first && i % every == 0; });
    }
  }

 private:
  // Entries behind the last layer belong to MTP layers.
  bool listed(std::string_view key, std::string_view sparse) {
    const std::vector<std::string> entries = numbers(key);
    if (entries.empty() || static_cast<std::int64_t>(entries.size()) < layers()) {
      return false;
    }
    give([&](std::int64_t i) { return entries[static_cast<std::size_t>(i)] == sparse; });
    return true;
  }

  std::vector<std::string> numbers(std::string_view key) {
    const Node* node = t_.find(key);
    return node != nullptr && node->kind == Node::Kind::list ? t_.list(key) : std::vector<std::string>{};
  }

  std::int64_t layers() {
    return std::clamp<std::int64_t>(t_.number("num_hidden_layers", 1).value_or(0), 0, limits::kLayers);
  }

  template <class IsSparse>
  void give(IsSparse is_sparse) {
    std::vector<std::string> types;
    for (std::int64_t i = 0; i < layers_; ++i) {
      types.emplace_back(is_sparse(i) ? "sparse" : "dense");
    }
    if (!types.empty()) {
      t_.layers(types, "", "mlp_layer_types");
    }
  }

  Translation& t_;
  std::int64_t layers_ = layers();
};

}  // namespace

void translate_weights(Translation& t) {
  std::int64_t experts = 0;
  for (const auto& [ours, theirs] : sizes()) {
    const auto name = std::ranges::find_if(theirs, [&](std::string_view key) { return is_size(t.find(key)); });
    if (name != theirs.end()) {
      t.take(*name, ours);
      experts = ours == "num_experts" ? size_of(t, *name, 0) : experts;
    }
  }
  if (t.has("kv_lora_rank") && !t.has("q_lora_rank")) {  // null: queries without a rank of their own
    t.give("q_lora_rank", "0", "");
  }
  const Node* tied = t.find("tie_word_embeddings");
  if (tied != nullptr && (tied->text == "true" || tied->text == "false")) {
    t.take("tie_word_embeddings");
  }
  if (experts > 0) {
    ExpertLayers(t).translate();
  }
}

}  // namespace kvtally
