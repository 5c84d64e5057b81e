#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "read/translation.hpp"

namespace kvtally {

/// The rule of a model type: which of a config.json's keys say what a layer keeps.
struct Family {
  std::string_view model_type;
  std::string_view defaults;  // the model type whose class's defaults hold; usually its own
  void (*translate)(Translation&);
};

/// Every model type that is understood, sorted by name.
std::span<const Family> families();

/// The rule of a model type; null when there is none.
const Family* family_of(std::string_view model_type);

/// What several rules have in common.
namespace rules {

/// num_hidden_layers, hidden_size, the heads and the longest context.
void shape(Translation& t);
/// Keys and values: the heads, with num_key_value_heads = num_attention_heads where neither file nor class says
/// more.
void key_value_shape(Translation& t);
/// A latent: kv_lora_rank, qk_nope_head_dim, qk_rope_head_dim, v_head_dim.
void latent_shape(Translation& t);
/// `count` of the key's draft layers of the given type.
void draft(Translation& t, std::string_view key, std::string_view type);
/// Draft layers whose kind is not known: said when there are any, never counted.
void undescribed_draft(Translation& t, std::string_view key);
/// The file's own layer_types, under the names that are ours; else what `otherwise` says of layer i of n.
void layers(Translation& t, const std::function<std::string(std::int64_t, std::int64_t)>& otherwise);

}  // namespace rules

// ---- the rules, by what their models keep

void translate_uniform(Translation& t);
void translate_mistral(Translation& t);
void translate_qwen3_moe(Translation& t);
void translate_gemma2(Translation& t);
void translate_gemma3(Translation& t);
void translate_gemma4(Translation& t);
void translate_gpt_oss(Translation& t);
void translate_llama4(Translation& t);
void translate_mimo_v2(Translation& t);
void translate_hunyuan(Translation& t);
void translate_minimax_m3(Translation& t);

void translate_latent(Translation& t);
void translate_sparse_latent(Translation& t);
void translate_deepseek_v4(Translation& t);

void translate_jamba(Translation& t);
void translate_bamba(Translation& t);
void translate_gated_delta(Translation& t);
void translate_qwen4_exp(Translation& t);
void translate_kimi_linear(Translation& t);
void translate_glm5_next(Translation& t);
void translate_bailing_hybrid(Translation& t);
void translate_bailing_linear(Translation& t);
void translate_minimax_m1(Translation& t);

}  // namespace kvtally
