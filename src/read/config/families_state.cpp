// Rules of models some of whose layers hold a state.

#include <algorithm>
#include <fmt/format.h>

#include "model/limits.hpp"
#include "read/config/families.hpp"

namespace kvtally {

namespace {

using rules::key_value_shape;
using rules::latent_shape;
using rules::layers;

std::string linear_unless(bool full) { return full ? "full_attention" : "linear_attention"; }

void delta_shape(Translation& t, std::string_view type) {
  t.give("linear_type", std::string(type), "");
  t.take_all({"linear_num_key_heads", "linear_num_value_heads", "linear_key_head_dim", "linear_value_head_dim",
              "linear_conv_kernel_dim"});
  t.ignore({"mamba_ssm_dtype"});
}

// One number of the file under both the key and the value name of ours.
void square_heads(Translation& t, std::string_view heads, std::string_view dim) {
  t.take(heads, "linear_num_key_heads");
  t.take(heads, "linear_num_value_heads");
  t.take(dim, "linear_key_head_dim");
  t.take(dim, "linear_value_head_dim");
}

}  // namespace

// Attention at i % period == offset, Mamba elsewhere.
void translate_jamba(Translation& t) {
  key_value_shape(t);
  t.give("linear_type", "mamba", "");
  t.take_all({"mamba_d_state", "mamba_d_conv", "mamba_expand"});
  t.ignore({"sliding_window", "mamba_dt_rank", "mamba_conv_bias", "mamba_proj_bias"});
  const std::int64_t period = t.number("attn_layer_period", 1).value_or(8);
  const std::int64_t offset = t.number("attn_layer_offset").value_or(4);
  layers(t, [&](std::int64_t i, std::int64_t) { return linear_unless(i % period == offset); });
}

// Attention at attn_layer_indices alone; mamba_d_head is inner ÷ heads unless it is given.
void translate_bamba(Translation& t) {
  key_value_shape(t);
  t.give("linear_type", "mamba2", "");
  t.take_all({"mamba_d_state", "mamba_d_conv", "mamba_n_heads", "mamba_n_groups"});
  const Node* head = t.find("mamba_d_head");
  if (head != nullptr && head->kind == Node::Kind::plain) {
    t.take("mamba_d_head");
  } else {
    const std::int64_t expand = t.number("mamba_expand", 1).value_or(2);
    const Wide inner = Wide{expand} * t.number("hidden_size", 1).value_or(1);
    const std::int64_t heads = t.number("mamba_n_heads", 1).value_or(1);
    if (inner % heads != 0) {
      t.report("mamba_n_heads", fmt::format("{} heads for {} channels", heads, inner), "a divisor");
    }
    t.give("mamba_d_head", fmt::format("{}", inner / heads), "mamba_expand × hidden_size ÷ mamba_n_heads");
  }
  const std::vector<std::string> full = t.list("attn_layer_indices");
  layers(t, [&](std::int64_t i, std::int64_t) {
    return linear_unless(std::find(full.begin(), full.end(), fmt::format("{}", i)) != full.end());
  });
}

// qwen3_next, qwen3_5: gated delta layers, every full_attention_interval-th full.
void translate_gated_delta(Translation& t) {
  key_value_shape(t);
  delta_shape(t, "gated_delta");
  t.ignore({"use_sliding_window", "sliding_window", "max_window_layers"});
  const std::int64_t interval =
      t.has("full_attention_interval") ? t.number("full_attention_interval", 1).value_or(4) : 4;
  layers(t, [&](std::int64_t i, std::int64_t) { return linear_unless((i + 1) % interval == 0); });
  rules::draft(t, "mtp_num_hidden_layers", "full_attention");
}

// Its full_attention layers choose blocks by an indexer.
void translate_qwen4_exp(Translation& t) {
  key_value_shape(t);
  delta_shape(t, "gated_delta");
  t.take_all({"indexer_n_heads", "indexer_head_dim", "indexer_budget", "indexer_compress_ratio"});
  t.ignore({"indexer_kv_heads", "full_attention_interval", "mtp", "ple_conv_kernel_size", "ple_layer_ids"});
  rules::undescribed_draft(t, "mtp_num_hidden_layers");
  if (t.has("ple_conv_kernel_size")) {
    t.assume(
        "the short convolution of the n-gram embedding (ple_layer_ids) keeps a few columns that are not counted");
  }
  std::vector<std::string> types = t.list("layer_types");
  std::replace(types.begin(), types.end(), std::string("full_attention"), std::string("qwen_sparse_attention"));
  t.layers(types, "layer_types");
}

// linear_attn_config lists full layers from 1.
void translate_kimi_linear(Translation& t) {
  latent_shape(t);
  rules::undescribed_draft(t, "num_nextn_predict_layers");
  t.take("model_max_length", "max_position_embeddings");
  t.take("max_position_embeddings");
  t.give("linear_type", "kda", "");
  square_heads(t, "linear_attn_config.num_heads", "linear_attn_config.head_dim");
  t.take("linear_attn_config.short_conv_kernel_size", "linear_conv_kernel_dim");
  const std::vector<std::string> full = t.list("linear_attn_config.full_attn_layers");
  layers(t, [&](std::int64_t i, std::int64_t) {
    return linear_unless(std::find(full.begin(), full.end(), fmt::format("{}", i + 1)) != full.end());
  });
}

// Its own layer_types; index keys are pooled. head_dim 0 stands for "none".
void translate_glm5_next(Translation& t) {
  rules::shape(t);
  t.take_all({"num_key_value_heads", "kv_lora_rank", "qk_nope_head_dim", "qk_rope_head_dim", "v_head_dim",
              "index_n_heads", "index_head_dim", "index_topk", "index_kpool"});
  t.ignore({"head_dim", "q_lora_rank", "qk_head_dim"});
  rules::undescribed_draft(t, "num_nextn_predict_layers");
  t.give("linear_type", "kda", "");
  square_heads(t, "linear_attn_config.num_heads", "linear_attn_config.head_dim");
  t.take("linear_attn_config.short_conv_kernel_size", "linear_conv_kernel_dim");
  t.layers(t.list("layer_types"), "layer_types");
  const std::vector<std::string> types = t.list("indexer_types");
  if (std::find(types.begin(), types.end(), "shared") != types.end()) {
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
// state by the keys they have (vLLM bailing_hybrid; 512 + 64, 128 and 128 are that class's latent).
void translate_bailing_hybrid(Translation& t) {
  latent_shape(t);
  for (const auto& [key, value] : {std::pair("qk_nope_head_dim", "128"), std::pair("v_head_dim", "128")}) {
    if (!t.has(key)) {
      t.give(key, value, "the default of bailing_hybrid");
    }
  }
  const bool kda = t.has("short_conv_kernel_size");
  t.give("linear_type", kda ? "kda" : "lightning", "");
  square_heads(t, "num_attention_heads", kda ? "head_dim" : "head_dim_linear");
  if (kda) {
    t.take("short_conv_kernel_size", "linear_conv_kernel_dim");
  }
  rules::undescribed_draft(t, "num_nextn_predict_layers");
  const std::int64_t group = t.number("layer_group_size", 1).value_or(1);
  layers(t, [&](std::int64_t i, std::int64_t n) { return linear_unless(ends_group(i, n, group)); });
}

// Ring linear 2.0: lightning layers, a full one ends each group of layer_group_size.
void translate_bailing_linear(Translation& t) {
  key_value_shape(t);
  t.give("linear_type", "lightning", "");
  square_heads(t, "num_attention_heads", "head_dim");
  const std::int64_t group = t.number("layer_group_size", 1).value_or(1);
  layers(t, [&](std::int64_t i, std::int64_t n) { return linear_unless(ends_group(i, n, group)); });
}

// attn_type_list: 1 full, 0 lightning.
void translate_minimax_m1(Translation& t) {
  key_value_shape(t);
  t.give("linear_type", "lightning", "");
  square_heads(t, "num_attention_heads", "head_dim");
  t.ignore({"sliding_window"});
  std::vector<std::string> types;
  for (const std::string& mark : t.list("attn_type_list")) {
    types.push_back(linear_unless(mark == "1"));
  }
  t.layers(types, "attn_type_list");
}

}  // namespace kvtally
