// Rules of models whose layers hold a latent, with or without an indexer.

#include <algorithm>
#include <fmt/format.h>

#include "model/limits.hpp"
#include "read/config/rules/all.hpp"
#include "read/config/rules/common.hpp"

namespace kvtally::rules {

// deepseek_v2, deepseek_v3 and their like: the latent and its rotary rows in every layer. DeepSeek's own code for
// version 2 has use_mla: false, which is plain attention (deepseek-vl2-tiny).
void latent(Translation& t) {
  if (t.has("use_mla") && !t.flag("use_mla")) {
    t.ignore({"kv_lora_rank", "q_lora_rank", "qk_nope_head_dim", "qk_rope_head_dim", "v_head_dim"});
    shape(t);
    if (!t.take("num_key_value_heads")) {
      t.take("num_attention_heads", "num_key_value_heads");
    }
    t.uniform("full_attention");
    return;
  }
  latent_shape(t);
  t.uniform("full_attention");
  draft(t, "num_nextn_predict_layers", "full_attention");
}

// minicpm3: v_head_dim is hidden_size ÷ num_attention_heads unless it is given.
void latent_of_hidden(Translation& t) {
  latent(t);
  if (!t.has("v_head_dim")) {
    const std::int64_t heads = t.number("num_attention_heads", 1).value_or(1);
    const std::int64_t hidden = t.number("hidden_size", 1).value_or(1);
    if (hidden % std::max<std::int64_t>(heads, 1) == 0) {
      t.give("v_head_dim", fmt::format("{}", hidden / std::max<std::int64_t>(heads, 1)),
             "hidden_size ÷ num_attention_heads");
    } else {
      needed(t, "v_head_dim", "the width of a value");
    }
  }
}

// longcat_flash: each of num_layers blocks has two attention layers, so that the cache has 2 × num_layers.
void latent_twice(Translation& t) {
  latent_shape(t);
  const std::int64_t blocks = t.number_or("num_layers", 28, 1);
  if (blocks > limits::kLayers / 2) {
    t.abandon("num_layers", fmt::format("num_layers is {}", blocks),
              fmt::format("at most {}", limits::kLayers / 2));
    return;
  }
  t.give("num_hidden_layers", fmt::format("{}", 2 * blocks), "two attention layers in each of num_layers blocks");
  t.layers(std::vector<std::string>(static_cast<std::size_t>(2 * blocks), "full_attention"), "num_layers");
  undescribed_draft(t, "num_nextn_predict_layers");
}

namespace {

// glm_moe_dsa: indexer_types, else index_topk_pattern of F and S, else index_topk_freq and index_skip_topk_offset:
// layer i runs its own indexer when max(i − offset + 1, 0) is a multiple of freq.
std::vector<std::string> indexers(Translation& t, std::string& from) {
  if (t.has("indexer_types")) {
    from = "indexer_types";
    t.ignore({"index_topk_pattern", "index_topk_freq", "index_skip_topk_offset"});
    return t.list("indexer_types");
  }
  std::vector<std::string> types;
  if (const Node* pattern = t.find("index_topk_pattern")) {
    from = "index_topk_pattern";
    t.ignore({"index_topk_freq", "index_skip_topk_offset"});
    for (const char mark : pattern->text) {
      if (mark != 'F' && mark != 'S') {
        t.abandon("index_topk_pattern", fmt::format("index_topk_pattern holds '{}'", mark),
                  "F or S for each layer");
        return {};
      }
      types.emplace_back(mark == 'F' ? "full" : "shared");
    }
    return types;
  }
  const bool shares = t.family() != nullptr && t.family()->defaults.contains("index_topk_freq");
  if (!shares && !t.has("index_topk_freq")) {
    return {};
  }
  from = "index_topk_freq";
  const std::int64_t freq = t.number_or("index_topk_freq", 1, 1);
  const std::int64_t offset = freq == 1 ? 2 : t.number_or("index_skip_topk_offset", 2);
  t.ignore({"index_skip_topk_offset"});
  for (std::int64_t i = 0, n = freq > 1 ? t.layer_count() : 0; i < n; ++i) {
    types.emplace_back(std::max<std::int64_t>(i - offset + 1, 0) % freq == 0 ? "full" : "shared");
  }
  return types;
}

}  // namespace

// deepseek_v32, glm_moe_dsa, hy_v4: the latent and an index key, where the layer runs its own indexer.
void sparse_latent(Translation& t) {
  latent_shape(t);
  t.take_all({"index_n_heads", "index_head_dim", "index_topk"});
  if (t.has("layer_types")) {  // hy_v4, whose draft layer's kind is not known
    t.layers(t.list("layer_types"), "layer_types");
    undescribed_draft(t, "num_nextn_predict_layers");
  } else {
    t.uniform("deepseek_sparse_attention");
    draft(t, "num_nextn_predict_layers", "deepseek_sparse_attention");
  }
  std::string from;
  const std::vector<std::string> types = indexers(t, from);
  if (std::ranges::find(types, "shared") != types.end()) {
    t.layers(types, from, "indexer_types");
  }
}

// minimax_m3: sparse_attention_freq is 1 where a layer also keeps index keys and chooses blocks. The file as
// transformers saves it has layer_types and the sizes at its top.
void block_sparse(Translation& t) {
  key_value_shape(t);
  undescribed_draft(t, "num_nextn_predict_layers");
  undescribed_draft(t, "num_mtp_modules");
  const std::string list = "sparse_attention_config.sparse_attention_freq";
  if (t.has("layer_types")) {
    t.take_all({"sparse_num_index_heads", "sparse_index_dim", "sparse_block_size", "sparse_topk_blocks"});
    t.layers(t.list("layer_types"), "layer_types");
    return;
  }
  for (const std::string_view key :
       {"sparse_num_index_heads", "sparse_index_dim", "sparse_block_size", "sparse_topk_blocks"}) {
    t.take(fmt::format("sparse_attention_config.{}", key), key);
  }
  std::vector<std::string> types;
  for (const std::string& mark : t.list(list)) {
    if (mark != "0" && mark != "1") {
      t.abandon(list, fmt::format("{} holds '{}'", list, mark), "0 or 1 for each layer");
      return;
    }
    types.emplace_back(mark == "1" ? "minimax_m3_sparse" : "full_attention");
  }
  if (needed(t, list, "0 or 1 for each layer")) {
    t.layers(types, list);
  }
}

}  // namespace kvtally::rules
