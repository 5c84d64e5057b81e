// Rules of models whose layers hold a latent, or one row for key and value.

#include <algorithm>
#include <fmt/format.h>

#include "model/limits.hpp"
#include "read/config/families.hpp"

namespace kvtally {

// deepseek_v3 and kimi_k2: the latent and its rotary rows in every layer.
void translate_latent(Translation& t) {
  rules::latent_shape(t);
  t.uniform("full_attention");
  rules::draft(t, "num_nextn_predict_layers", "full_attention");
}

namespace {

// glm_moe_dsa: indexer_types, else index_topk_freq and index_skip_topk_offset: layer i runs its own indexer when
// max(i − offset + 1, 0) is a multiple of freq.
void reused_indexers(Translation& t) {
  t.ignore({"index_topk_pattern"});
  std::vector<std::string> types = t.list("indexer_types");
  const std::int64_t freq = t.has("index_topk_freq") ? t.number("index_topk_freq", 1).value_or(1) : 1;
  const std::int64_t offset = t.has("index_skip_topk_offset") ? t.number("index_skip_topk_offset").value_or(2) : 2;
  std::string from = "indexer_types";
  if (types.empty() && freq > 1) {
    from = "index_topk_freq";
    const std::int64_t layers = t.number("num_hidden_layers", 1).value_or(1);
    for (std::int64_t i = 0; i < std::min(layers, limits::kLayers); ++i) {
      types.emplace_back(std::max<std::int64_t>(i - offset + 1, 0) % freq == 0 ? "full" : "shared");
    }
  }
  if (std::find(types.begin(), types.end(), "shared") != types.end()) {
    t.layers(types, from, "indexer_types");
  }
}

}  // namespace

// deepseek_v32, glm_moe_dsa, hy_v4: the latent and an index key, where the layer runs its own indexer.
void translate_sparse_latent(Translation& t) {
  rules::latent_shape(t);
  t.take_all({"index_n_heads", "index_head_dim", "index_topk"});
  if (t.has("layer_types")) {  // hy_v4, whose draft layer's kind is not known
    t.layers(t.list("layer_types"), "layer_types");
    rules::undescribed_draft(t, "num_nextn_predict_layers");
  } else {
    t.uniform("deepseek_sparse_attention");
    rules::draft(t, "num_nextn_predict_layers", "deepseek_sparse_attention");
  }
  reused_indexers(t);
}

// compress_ratios: 0 a window alone, 4 and 128 pooled entries beside it; the list is longer than the model, and
// what is over belongs to its draft layers.
void translate_deepseek_v4(Translation& t) {
  rules::shape(t);
  t.take_all(
      {"num_key_value_heads", "head_dim", "sliding_window", "index_n_heads", "index_head_dim", "index_topk"});
  t.ignore({"qk_rope_head_dim", "q_lora_rank", "o_lora_rank"});
  t.give("shared_key_value", "true", "");
  const auto type_of = [&](const std::string& ratio) {
    if (ratio == "0") {
      return std::string("sliding_attention");
    }
    const std::string type = ratio == "4" ? "compressed_sparse_attention" : "heavily_compressed_attention";
    if (ratio != "4" && ratio != "128") {
      t.report("compress_ratios", fmt::format("the ratio {}", ratio), "0, 4 or 128");
    }
    t.give("compress_rates." + type, ratio, "");
    return type;
  };
  const auto layers = static_cast<std::size_t>(t.number("num_hidden_layers", 1).value_or(1));
  std::vector<std::string> types;
  std::vector<std::string> drafts;
  for (const std::string& ratio : t.list("compress_ratios")) {
    (types.size() < layers ? types : drafts).push_back(type_of(ratio));
  }
  if (types.empty()) {
    t.report("compress_ratios", "the key 'compress_ratios' is missing", "a ratio for each layer");
    return;
  }
  t.layers(types, "compress_ratios");
  const auto count = static_cast<std::size_t>(
      t.has("num_nextn_predict_layers") ? t.config().integer("num_nextn_predict_layers", 0, 64).value_or(0) : 0);
  drafts.resize(std::min(drafts.size(), count));
  if (!drafts.empty()) {
    t.layers(drafts, "compress_ratios", "mtp_layer_types");
  }
}

}  // namespace kvtally
