#include "read/config/config_keys.hpp"

#include <algorithm>
#include <array>

#include "core/text.hpp"

namespace kvtally {

namespace {

constexpr std::array<std::string_view, 25> kWords{
    "attn",  "attention", "kv",     "cache",    "window",   "layer", "block",  "state",   "ssm",
    "mamba", "conv",      "index",  "compress", "latent",   "lora",  "head",   "pattern", "share",
    "chunk", "sparse",    "linear", "period",   "interval", "freq",  "stride",
};

// Sorted. Biases, dropouts, gates and caps of scores; which layers have experts; token ids called indices; norms;
// switches of software; learned sinks, which are weights; roles of draft heads.
constexpr std::array<std::string_view, 70> kIrrelevant{
    "_attn_implementation",
    "_attn_implementation_autoset",
    "_head_dim_derived",
    "activation_situ_linear_beta",
    "add_cross_attention",
    "add_full_attention_sink_bias",
    "add_swa_attention_sink_bias",
    "attention_bias",
    "attention_dropout",
    "attention_output_gate",
    "attention_value_scale",
    "attn_logit_softcapping",
    "attn_output_gate",
    "attn_res_block_size",
    "boi_token_index",
    "cache_implementation",
    "chunk_size_feed_forward",
    "compress_rope_theta",
    "decoder_sparse_step",
    "dspark_block_size",
    "dspark_target_layer_ids",
    "enable_moe_block",
    "eoa_token_index",
    "eoi_token_index",
    "expert_layer_offset",
    "expert_layer_period",
    "for_llm_compressor",
    "fused_qkv",
    "gated_attention_proj_granularity_type",
    "heads_per_ngram",
    "hidden_layer_act",
    "hidden_size_per_layer_input",
    "ignore_index",
    "image_token_index",
    "index_kpool_always_select_tail",
    "index_kpool_compress",
    "index_share_for_mtp_iteration",
    "indexer_rope_interleave",
    "interleave_moe_layer_step",
    "latent_moe_use_norm",
    "layer_norm_eps",
    "layer_norm_epsilon",
    "layerdrop",
    "layernorm_epsilon",
    "layernorm_full_attention_alpha",
    "layernorm_full_attention_beta",
    "layernorm_linear_attention_alpha",
    "layernorm_linear_attention_beta",
    "layernorm_mlp_alpha",
    "layernorm_mlp_beta",
    "mlp_layer_types",
    "mlp_only_layers",
    "moe_layer_freq",
    "moe_shared_expert_intermediate_size",
    "mtp_transformer_layers",
    "n_shared_experts",
    "no_kda_lora",
    "num_hash_layers",
    "num_shared_expert",
    "num_shared_experts",
    "output_attentions",
    "output_hidden_states",
    "pruned_heads",
    "query_pre_attn_scalar",
    "rope_local_base_freq",
    "shared_expert_intermediate_size",
    "shared_intermediate_size",
    "shared_moe_mode",
    "use_cache",
    "vocab_size_per_layer_input",
};

}  // namespace

bool may_bear_on_cache(std::string_view key) {
  const std::string name = lower(key);
  return std::ranges::any_of(kWords, [&](std::string_view word) { return name.find(word) != std::string::npos; });
}

bool is_irrelevant(std::string_view key) { return std::ranges::binary_search(kIrrelevant, key); }

}  // namespace kvtally
