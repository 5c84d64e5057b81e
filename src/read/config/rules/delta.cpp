// Rules of models whose cheap layers hold a delta-rule or a lightning state.

#include <algorithm>
#include <fmt/format.h>

#include "core/parse.hpp"
#include "read/config/rules/all.hpp"
#include "read/config/rules/common.hpp"

namespace kvtally::rules {

namespace {

void delta_shape(Translation& t, std::string_view type) {
  t.give("linear_type", std::string(type), "");
  t.take_all({"linear_num_key_heads", "linear_num_value_heads", "linear_key_head_dim", "linear_value_head_dim",
              "linear_conv_kernel_dim"});
  t.ignore({"mamba_ssm_dtype"});
}

void kimi_delta_shape(Translation& t) {
  t.give("linear_type", "kda", "");
  square_heads(t, "linear_attn_config.num_heads", "linear_attn_config.head_dim");
  t.take("linear_attn_config.short_conv_kernel_size", "linear_conv_kernel_dim");
}

bool listed(const std::vector<std::string>& indices, std::int64_t index) {
  return std::ranges::find(indices, fmt::format("{}", index)) != indices.end();
}

}  // namespace

// qwen3_next, qwen3_5: gated delta layers, every full_attention_interval-th full.
void gated_delta(Translation& t) {
  key_value_shape(t);
  delta_shape(t, "gated_delta");
  t.ignore({"use_sliding_window", "sliding_window", "max_window_layers"});
  const std::int64_t interval = t.has("layer_types") ? 4 : t.number_or("full_attention_interval", 4, 1);
  t.find("full_attention_interval");
  layers(
      t, [&](std::int64_t i, std::int64_t) { return linear_unless((i + 1) % interval == 0); },
      fmt::format("one full layer in {}", interval));
  draft(t, "mtp_num_hidden_layers", "full_attention");
}

// olmo_hybrid: the widths of the state follow from hidden_size where the file does not give them; every fourth
// layer is full.
void gated_delta_of_hidden(Translation& t) {
  key_value_shape(t);
  t.give("linear_type", "gated_delta", "");
  const std::int64_t heads = t.number("num_attention_heads", 1).value_or(1);
  for (const std::string_view key : {"linear_num_key_heads", "linear_num_value_heads"}) {
    if (!t.take(key)) {
      t.give(key, fmt::format("{}", heads), "num_attention_heads");
    }
  }
  const std::int64_t key_heads = std::max<std::int64_t>(t.number_or("linear_num_key_heads", heads, 1), 1);
  const std::int64_t width = 3 * t.number("hidden_size", 1).value_or(1) / 4 / key_heads;
  if (!t.take("linear_key_head_dim")) {
    t.give("linear_key_head_dim", fmt::format("{}", width), "⌊3/4 × hidden_size ÷ heads⌋");
  }
  if (!t.take("linear_value_head_dim")) {
    t.give("linear_value_head_dim", fmt::format("{}", 2 * t.number_or("linear_key_head_dim", width, 1)),
           "2 × linear_key_head_dim");
  }
  t.take("linear_conv_kernel_dim");
  layers(t, [](std::int64_t i, std::int64_t) { return linear_unless(i % 4 == 3); }, "one full layer in 4");
}

// qwen4_exp: its full_attention layers choose blocks by an indexer.
void qwen_sparse(Translation& t) {
  key_value_shape(t);
  delta_shape(t, "gated_delta");
  t.take_all({"indexer_n_heads", "indexer_head_dim", "indexer_budget", "indexer_compress_ratio"});
  t.ignore({"indexer_kv_heads", "full_attention_interval", "mtp", "ple_conv_kernel_size", "ple_layer_ids"});
  undescribed_draft(t, "mtp_num_hidden_layers");
  if (t.has("ple_conv_kernel_size")) {
    t.assume(
        "the short convolution of the n-gram embedding (ple_layer_ids) keeps a few columns that are not counted");
  }
  std::vector<std::string> types = t.list("layer_types");
  std::ranges::replace(types, std::string("full_attention"), std::string("qwen_sparse_attention"));
  if (needed(t, "layer_types", "the layer types in order")) {
    t.layers(types, "layer_types");
  }
}

// kimi_linear: linear_attn_config lists full and KDA layers from 1; each layer is in one of them.
void kimi_linear(Translation& t) {
  latent_shape(t);
  undescribed_draft(t, "num_nextn_predict_layers");
  kimi_delta_shape(t);
  if (t.has("layer_types")) {
    t.ignore({"linear_attn_config.full_attn_layers", "linear_attn_config.kda_layers"});
    t.layers(t.list("layer_types"), "layer_types");
    return;
  }
  const std::string full_key = "linear_attn_config.full_attn_layers";
  const std::string kda_key = "linear_attn_config.kda_layers";
  const bool either = t.has(full_key) || t.has(kda_key);
  const std::vector<std::string> full = t.list(full_key);
  const std::vector<std::string> kda = t.list(kda_key);
  for (std::int64_t i = 1, n = t.layer_count(); t.has(full_key) && t.has(kda_key) && i <= n; ++i) {
    if (listed(full, i) == listed(kda, i)) {
      t.abandon(full_key,
                fmt::format("layer {} is in {} of full_attn_layers and kda_layers", i,
                            listed(full, i) ? "both" : "neither"),
                "each layer, counted from 1, in one of them");
      return;
    }
  }
  layers(
      t,
      [&](std::int64_t i, std::int64_t) {
        return linear_unless(!either           ? (i + 1) % 4 == 0
                             : t.has(full_key) ? listed(full, i + 1)
                                               : !listed(kda, i + 1));
      },
      either ? "" : "one full layer in 4");
}

// glm5_next: its own layer_types; index keys are pooled. head_dim 0 stands for "none".
void glm5_next(Translation& t) {
  shape(t);
  if (!t.take("kv_lora_rank")) {
    needed(t, "kv_lora_rank", "the width of the latent");
  }
  t.take_all({"num_key_value_heads", "qk_nope_head_dim", "qk_rope_head_dim", "v_head_dim", "index_n_heads",
              "index_head_dim", "index_topk"});
  if (!t.take("index_kpool")) {
    t.give("index_kpool", "1", t.default_of());
  }
  t.ignore({"head_dim", "q_lora_rank", "qk_head_dim"});
  undescribed_draft(t, "num_nextn_predict_layers");
  kimi_delta_shape(t);
  t.ignore({"linear_attn_config.full_attn_layers", "linear_attn_config.kda_layers"});
  t.layers(t.list("layer_types"), "layer_types");
  needed(t, "layer_types", "the layer types in order");
  const std::vector<std::string> types = t.list("indexer_types");
  if (!t.has("indexer_types")) {
    t.assume(fmt::format("indexer_types: every layer runs an indexer of its own, {}", t.default_of()));
  }
  if (std::ranges::find(types, "shared") != types.end()) {
    t.layers(types, "indexer_types", "indexer_types");
  }
}

namespace {

// The last layer of a group, and every layer behind the last whole group (modeling_bailing_moe_linear.py).
bool ends_group(std::int64_t layer, std::int64_t layers, std::int64_t group) {
  return (layer + 1) % group == 0 || layer >= layers / group * group;
}

}  // namespace

// Ling 2.6 (lightning) and 3.0 (KDA): a latent layer ends each group of layer_group_size. The files say which
// state by the keys they have (vLLM bailing_hybrid; 128 and 128 are that class's).
void grouped_latent(Translation& t) {
  latent_shape(t);
  const bool kda = t.has("short_conv_kernel_size");
  t.give("linear_type", kda ? "kda" : "lightning", "");
  square_heads(t, "num_attention_heads", kda ? "head_dim" : "head_dim_linear");
  if (kda) {
    t.take("short_conv_kernel_size", "linear_conv_kernel_dim");
  }
  undescribed_draft(t, "num_nextn_predict_layers");
  const std::int64_t group = t.number_or("layer_group_size", 1, 1);
  layers(t, [&](std::int64_t i, std::int64_t n) { return linear_unless(ends_group(i, n, group)); }, "");
}

// Ring linear 2.0: lightning layers, a full one ends each group of layer_group_size.
void grouped_lightning(Translation& t) {
  key_value_shape(t);
  t.give("linear_type", "lightning", "");
  square_heads(t, "num_attention_heads", "head_dim");
  const std::int64_t group = t.number_or("layer_group_size", 1, 1);
  layers(t, [&](std::int64_t i, std::int64_t n) { return linear_unless(ends_group(i, n, group)); }, "");
}

// minimax_m1 and the remote code of MiniMax-Text-01: attn_type_list, 1 full, 0 lightning. transformers' own class
// has layer_types, or odd layers lightning.
void marked_lightning(Translation& t) {
  key_value_shape(t);
  t.give("linear_type", "lightning", "");
  square_heads(t, "num_attention_heads", "head_dim");
  t.ignore({"sliding_window"});
  if (t.has("layer_types") || !t.has("attn_type_list")) {
    layers(t, [](std::int64_t i, std::int64_t) { return linear_unless(i % 2 == 0); }, "every other layer full");
    return;
  }
  std::vector<std::string> types;
  for (const std::string& mark : t.list("attn_type_list")) {
    if (mark != "0" && mark != "1") {
      t.abandon("attn_type_list", fmt::format("attn_type_list holds '{}'", mark), "0 or 1 for each layer");
      return;
    }
    types.push_back(linear_unless(mark == "1"));
  }
  t.layers(types, "attn_type_list");
}

}  // namespace kvtally::rules
