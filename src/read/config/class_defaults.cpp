#include "read/config/class_defaults.hpp"

#include <algorithm>
#include <array>

namespace kvtally {

namespace {

// transformers 5.16.0.dev0 (decba1d2), configuration_*.py: the integer defaults that bear on the cache.
constexpr std::array kBamba{
    ClassDefault{"hidden_size", 4096},       ClassDefault{"num_hidden_layers", 32},
    ClassDefault{"num_attention_heads", 32}, ClassDefault{"num_key_value_heads", 8},
    ClassDefault{"mamba_n_heads", 128},      ClassDefault{"mamba_n_groups", 1},
    ClassDefault{"mamba_d_state", 256},      ClassDefault{"mamba_d_conv", 4},
    ClassDefault{"mamba_expand", 2},
};
constexpr std::array kDeepseekV3{
    ClassDefault{"hidden_size", 7168},        ClassDefault{"num_hidden_layers", 61},
    ClassDefault{"num_attention_heads", 128}, ClassDefault{"num_key_value_heads", 128},
    ClassDefault{"kv_lora_rank", 512},        ClassDefault{"qk_rope_head_dim", 64},
    ClassDefault{"v_head_dim", 128},          ClassDefault{"qk_nope_head_dim", 128},
};
constexpr std::array kDeepseekV32{
    ClassDefault{"hidden_size", 7168},        ClassDefault{"num_hidden_layers", 61},
    ClassDefault{"num_attention_heads", 128}, ClassDefault{"num_key_value_heads", 128},
    ClassDefault{"kv_lora_rank", 512},        ClassDefault{"qk_rope_head_dim", 64},
    ClassDefault{"v_head_dim", 128},          ClassDefault{"qk_nope_head_dim", 128},
    ClassDefault{"index_topk", 2048},         ClassDefault{"index_head_dim", 128},
    ClassDefault{"index_n_heads", 64},        ClassDefault{"head_dim", 64},
};
constexpr std::array kDeepseekV4{
    ClassDefault{"hidden_size", 4096},       ClassDefault{"num_hidden_layers", 43},
    ClassDefault{"num_attention_heads", 64}, ClassDefault{"num_key_value_heads", 1},
    ClassDefault{"head_dim", 512},           ClassDefault{"sliding_window", 128},
    ClassDefault{"index_n_heads", 64},       ClassDefault{"index_head_dim", 128},
    ClassDefault{"index_topk", 512},
};
constexpr std::array kGemma2{
    ClassDefault{"hidden_size", 2304},      ClassDefault{"num_hidden_layers", 26},
    ClassDefault{"num_attention_heads", 8}, ClassDefault{"num_key_value_heads", 4},
    ClassDefault{"head_dim", 256},          ClassDefault{"sliding_window", 4096},
};
constexpr std::array kGemma3Text{
    ClassDefault{"hidden_size", 2304},      ClassDefault{"num_hidden_layers", 26},
    ClassDefault{"num_attention_heads", 8}, ClassDefault{"num_key_value_heads", 4},
    ClassDefault{"head_dim", 256},          ClassDefault{"sliding_window", 4096},
};
constexpr std::array kGemma4Text{
    ClassDefault{"hidden_size", 2304},       ClassDefault{"num_hidden_layers", 30},
    ClassDefault{"num_attention_heads", 8},  ClassDefault{"num_key_value_heads", 4},
    ClassDefault{"head_dim", 256},           ClassDefault{"sliding_window", 512},
    ClassDefault{"num_kv_shared_layers", 0},
};
constexpr std::array kGlm4Moe{
    ClassDefault{"hidden_size", 4096},
    ClassDefault{"num_hidden_layers", 46},
    ClassDefault{"num_attention_heads", 96},
    ClassDefault{"num_key_value_heads", 8},
};
constexpr std::array kGlmMoeDsa{
    ClassDefault{"hidden_size", 6144},       ClassDefault{"num_hidden_layers", 78},
    ClassDefault{"num_attention_heads", 64}, ClassDefault{"num_key_value_heads", 64},
    ClassDefault{"kv_lora_rank", 512},       ClassDefault{"qk_rope_head_dim", 64},
    ClassDefault{"v_head_dim", 256},         ClassDefault{"qk_nope_head_dim", 192},
    ClassDefault{"index_topk", 2048},        ClassDefault{"index_head_dim", 128},
    ClassDefault{"index_n_heads", 32},       ClassDefault{"head_dim", 64},
};
constexpr std::array kGptOss{
    ClassDefault{"num_hidden_layers", 36},  ClassDefault{"hidden_size", 2880},
    ClassDefault{"head_dim", 64},           ClassDefault{"num_attention_heads", 64},
    ClassDefault{"num_key_value_heads", 8}, ClassDefault{"sliding_window", 128},
};
constexpr std::array kHyV3{
    ClassDefault{"hidden_size", 4096},       ClassDefault{"num_hidden_layers", 80},
    ClassDefault{"num_attention_heads", 64}, ClassDefault{"num_key_value_heads", 8},
    ClassDefault{"head_dim", 128},
};
constexpr std::array kJamba{
    ClassDefault{"hidden_size", 4096},       ClassDefault{"num_hidden_layers", 32},
    ClassDefault{"num_attention_heads", 32}, ClassDefault{"num_key_value_heads", 8},
    ClassDefault{"attn_layer_period", 8},    ClassDefault{"attn_layer_offset", 4},
    ClassDefault{"mamba_d_state", 16},       ClassDefault{"mamba_d_conv", 4},
    ClassDefault{"mamba_expand", 2},
};
constexpr std::array kLlama{
    ClassDefault{"hidden_size", 4096},
    ClassDefault{"num_hidden_layers", 32},
    ClassDefault{"num_attention_heads", 32},
};
constexpr std::array kLlama4Text{
    ClassDefault{"hidden_size", 5120},       ClassDefault{"num_hidden_layers", 48},
    ClassDefault{"num_attention_heads", 40}, ClassDefault{"num_key_value_heads", 8},
    ClassDefault{"head_dim", 128},           ClassDefault{"attention_chunk_size", 8192},
};
constexpr std::array kMimoV2Flash{
    ClassDefault{"hidden_size", 4096},       ClassDefault{"num_hidden_layers", 48},
    ClassDefault{"num_attention_heads", 64}, ClassDefault{"num_key_value_heads", 4},
    ClassDefault{"head_dim", 192},           ClassDefault{"v_head_dim", 128},
    ClassDefault{"sliding_window", 128},
};
constexpr std::array kMinimaxM2{
    ClassDefault{"hidden_size", 3072},       ClassDefault{"num_hidden_layers", 62},
    ClassDefault{"num_attention_heads", 48}, ClassDefault{"num_key_value_heads", 8},
    ClassDefault{"head_dim", 128},
};
constexpr std::array kMinimaxM3VlText{
    ClassDefault{"hidden_size", 6144},       ClassDefault{"num_hidden_layers", 60},
    ClassDefault{"num_attention_heads", 64}, ClassDefault{"num_key_value_heads", 4},
    ClassDefault{"head_dim", 128},           ClassDefault{"index_n_heads", 4},
    ClassDefault{"index_head_dim", 128},     ClassDefault{"index_block_size", 128},
    ClassDefault{"index_topk_blocks", 16},
};
constexpr std::array kMistral{
    ClassDefault{"hidden_size", 4096},       ClassDefault{"num_hidden_layers", 32},
    ClassDefault{"num_attention_heads", 32}, ClassDefault{"num_key_value_heads", 8},
    ClassDefault{"sliding_window", 4096},
};
constexpr std::array kQwen35Text{
    ClassDefault{"hidden_size", 4096},
    ClassDefault{"num_hidden_layers", 32},
    ClassDefault{"num_attention_heads", 16},
    ClassDefault{"num_key_value_heads", 4},
    ClassDefault{"head_dim", 256},
    ClassDefault{"linear_conv_kernel_dim", 4},
    ClassDefault{"linear_key_head_dim", 128},
    ClassDefault{"linear_value_head_dim", 128},
    ClassDefault{"linear_num_key_heads", 16},
    ClassDefault{"linear_num_value_heads", 32},
};
constexpr std::array kQwen35MoeText{
    ClassDefault{"hidden_size", 2048},
    ClassDefault{"num_hidden_layers", 40},
    ClassDefault{"num_attention_heads", 16},
    ClassDefault{"num_key_value_heads", 2},
    ClassDefault{"head_dim", 256},
    ClassDefault{"linear_conv_kernel_dim", 4},
    ClassDefault{"linear_key_head_dim", 128},
    ClassDefault{"linear_value_head_dim", 128},
    ClassDefault{"linear_num_key_heads", 16},
    ClassDefault{"linear_num_value_heads", 32},
};
constexpr std::array kQwen3Moe{
    ClassDefault{"hidden_size", 2048},       ClassDefault{"num_hidden_layers", 24},
    ClassDefault{"num_attention_heads", 32}, ClassDefault{"num_key_value_heads", 4},
    ClassDefault{"sliding_window", 4096},
};
constexpr std::array kQwen3Next{
    ClassDefault{"hidden_size", 2048},
    ClassDefault{"num_hidden_layers", 48},
    ClassDefault{"num_attention_heads", 16},
    ClassDefault{"num_key_value_heads", 2},
    ClassDefault{"head_dim", 256},
    ClassDefault{"linear_conv_kernel_dim", 4},
    ClassDefault{"linear_key_head_dim", 128},
    ClassDefault{"linear_value_head_dim", 128},
    ClassDefault{"linear_num_key_heads", 16},
    ClassDefault{"linear_num_value_heads", 32},
};

constexpr std::array kClasses{
    ClassDefaults{"bamba", "BambaConfig", kBamba},
    ClassDefaults{"deepseek_v3", "DeepseekV3Config", kDeepseekV3},
    ClassDefaults{"deepseek_v32", "DeepseekV32Config", kDeepseekV32},
    ClassDefaults{"deepseek_v4", "DeepseekV4Config", kDeepseekV4},
    ClassDefaults{"gemma2", "Gemma2Config", kGemma2},
    ClassDefaults{"gemma3_text", "Gemma3TextConfig", kGemma3Text},
    ClassDefaults{"gemma4_text", "Gemma4TextConfig", kGemma4Text},
    ClassDefaults{"glm4_moe", "Glm4MoeConfig", kGlm4Moe},
    ClassDefaults{"glm_moe_dsa", "GlmMoeDsaConfig", kGlmMoeDsa},
    ClassDefaults{"gpt_oss", "GptOssConfig", kGptOss},
    ClassDefaults{"hy_v3", "HYV3Config", kHyV3},
    ClassDefaults{"jamba", "JambaConfig", kJamba},
    ClassDefaults{"llama", "LlamaConfig", kLlama},
    ClassDefaults{"llama4_text", "Llama4TextConfig", kLlama4Text},
    ClassDefaults{"mimo_v2_flash", "MiMoV2FlashConfig", kMimoV2Flash},
    ClassDefaults{"minimax_m2", "MiniMaxM2Config", kMinimaxM2},
    ClassDefaults{"minimax_m3_vl_text", "MiniMaxM3VLTextConfig", kMinimaxM3VlText},
    ClassDefaults{"mistral", "MistralConfig", kMistral},
    ClassDefaults{"qwen3_5_text", "Qwen3_5TextConfig", kQwen35Text},
    ClassDefaults{"qwen3_5_moe_text", "Qwen3_5MoeTextConfig", kQwen35MoeText},
    ClassDefaults{"qwen3_moe", "Qwen3MoeConfig", kQwen3Moe},
    ClassDefaults{"qwen3_next", "Qwen3NextConfig", kQwen3Next},
};

}  // namespace

std::optional<std::int64_t> ClassDefaults::find(std::string_view key) const {
  const auto value = std::ranges::find(values, key, &ClassDefault::key);
  return value == values.end() ? std::nullopt : std::optional(value->value);
}

const ClassDefaults* class_defaults(std::string_view model_type) {
  const auto* found = std::ranges::find(kClasses, model_type, &ClassDefaults::model_type);
  return found == kClasses.end() ? nullptr : found;
}

}  // namespace kvtally
