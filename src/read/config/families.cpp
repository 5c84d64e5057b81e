#include "read/config/families.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "model/limits.hpp"

namespace kvtally {

namespace {

constexpr std::array kFamilies{
    Family{"bailing_hybrid", "", translate_bailing_hybrid},
    Family{"bailing_moe_linear", "", translate_bailing_linear},
    Family{"bamba", "bamba", translate_bamba},
    Family{"deepseek_v3", "deepseek_v3", translate_latent},
    Family{"deepseek_v32", "deepseek_v32", translate_sparse_latent},
    Family{"deepseek_v4", "deepseek_v4", translate_deepseek_v4},
    Family{"gemma2", "gemma2", translate_gemma2},
    Family{"gemma3_text", "gemma3_text", translate_gemma3},
    Family{"gemma4_text", "gemma4_text", translate_gemma4},
    Family{"glm4_moe", "glm4_moe", translate_uniform},
    Family{"glm5_next_text", "", translate_glm5_next},
    Family{"glm_moe_dsa", "glm_moe_dsa", translate_sparse_latent},
    Family{"gpt_oss", "gpt_oss", translate_gpt_oss},
    Family{"hunyuan", "", translate_hunyuan},
    Family{"hy_v3", "hy_v3", translate_uniform},
    Family{"hy_v4", "", translate_sparse_latent},
    Family{"jamba", "jamba", translate_jamba},
    Family{"kimi_k2", "deepseek_v3", translate_latent},
    Family{"kimi_linear", "", translate_kimi_linear},
    Family{"llama", "llama", translate_uniform},
    Family{"llama4_text", "llama4_text", translate_llama4},
    Family{"mimo_v2", "", translate_mimo_v2},
    Family{"mimo_v2_flash", "mimo_v2_flash", translate_mimo_v2},
    Family{"minimax_m1", "", translate_minimax_m1},
    Family{"minimax_m2", "minimax_m2", translate_uniform},
    Family{"minimax_m3", "minimax_m3_vl_text", translate_minimax_m3},
    Family{"mistral", "mistral", translate_mistral},
    Family{"qwen3_5_moe_text", "qwen3_5_moe_text", translate_gated_delta},
    Family{"qwen3_5_text", "qwen3_5_text", translate_gated_delta},
    Family{"qwen3_moe", "qwen3_moe", translate_qwen3_moe},
    Family{"qwen3_next", "qwen3_next", translate_gated_delta},
    Family{"qwen4_exp_text", "", translate_qwen4_exp},
};

}  // namespace

std::span<const Family> families() { return kFamilies; }

const Family* family_of(std::string_view model_type) {
  const auto* found = std::ranges::find(kFamilies, model_type, &Family::model_type);
  return found == kFamilies.end() ? nullptr : found;
}

namespace rules {

void shape(Translation& t) {
  t.take_all({"num_hidden_layers", "hidden_size", "num_attention_heads", "max_position_embeddings"});
}

void key_value_shape(Translation& t) {
  shape(t);
  t.take("head_dim");
  t.take("v_head_dim");
  if (!t.take("num_key_value_heads") && t.take("num_attention_heads", "num_key_value_heads")) {
    t.assume("num_key_value_heads = num_attention_heads: neither the file nor the class gives it");
  }
}

void latent_shape(Translation& t) {
  shape(t);
  t.take_all({"kv_lora_rank", "qk_nope_head_dim", "qk_rope_head_dim", "v_head_dim"});
  for (const std::string_view key :
       {"num_key_value_heads", "head_dim"}) {  // of the naive formula alone: no default
    if (t.has(key)) {
      t.take(key);
    }
  }
  t.ignore({"q_lora_rank", "qk_head_dim"});
}

void draft(Translation& t, std::string_view key, std::string_view type) {
  const std::int64_t count = t.has(key) ? t.config().integer(key, 0, limits::kLayers).value_or(0) : 0;
  if (count > 0) {
    t.layers(std::vector<std::string>(static_cast<std::size_t>(count), std::string(type)), key, "mtp_layer_types");
  }
}

void undescribed_draft(Translation& t, std::string_view key) {
  if (t.has(key) && t.config().integer(key, 0, limits::kLayers).value_or(0) > 0) {
    t.assume("the file has draft (MTP) layers, whose kind it does not say: they are not described");
  }
}

void layers(Translation& t, const std::function<std::string(std::int64_t, std::int64_t)>& otherwise) {
  if (t.has("layer_types")) {
    t.layers(t.list("layer_types"), "layer_types");
    return;
  }
  const std::int64_t count =
      std::clamp<std::int64_t>(t.number("num_hidden_layers", 1).value_or(1), 1, limits::kLayers);
  std::vector<std::string> types;
  for (std::int64_t i = 0; i < count; ++i) {
    types.push_back(otherwise(i, count));
  }
  t.layers(types, "num_hidden_layers");
}

}  // namespace rules

}  // namespace kvtally
