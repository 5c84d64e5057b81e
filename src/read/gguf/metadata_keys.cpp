#include "read/gguf/metadata_keys.hpp"

#include <algorithm>
#include <array>

namespace kvtally {

namespace {

constexpr std::array<std::string_view, 25> kWords{
    "attn", "attention", "kv",     "cache",  "window", "layer",  "block",    "state",    "ssm",
    "conv", "index",     "latent", "lora",   "head",   "share",  "chunk",    "compress", "pattern",
    "freq", "sparse",    "linear", "period", "stride", "recurr", "interval",
};

// Sorted. Positions, norms, scales, caps and gates; experts and which layers have them; ranks of queries and
// outputs; widths of weights; what a draft model reads of its target; heads of classifiers.
constexpr std::array<std::string_view, 62> kIrrelevant{
    "activation_sparsity_scale",
    "altup.active_idx",
    "altup.num_inputs",
    "attention.causal",
    "attention.clamp_kqv",
    "attention.compress_rope_freq_base",
    "attention.decay_lora_rank",
    "attention.gate_lora_rank",
    "attention.group_norm_epsilon",
    "attention.group_norm_groups",
    "attention.iclr_lora_rank",
    "attention.layer_norm_epsilon",
    "attention.layer_norm_rms_epsilon",
    "attention.max_alibi_bias",
    "attention.output_group_count",
    "attention.output_lora_rank",
    "attention.output_scale",
    "attention.q_lora_rank",
    "attention.qk_norm",
    "attention.relative_buckets_count",
    "attention.scale",
    "attention.temperature_length",
    "attention.temperature_scale",
    "attention.value_residual_mix_lora_rank",
    "attention.value_scale",
    "attn_logit_softcapping",
    "classifier.output_labels",
    "deepstack_mapping",
    "embedding_length_per_layer_input",
    "expert_chunk_feed_forward_length",
    "expert_shared_count",
    "expert_shared_feed_forward_length",
    "extract_layers",
    "final_logit_softcapping",
    "hash_layer_count",
    "hyper_connection.count",
    "hyper_connection.epsilon",
    "hyper_connection.sinkhorn_iterations",
    "interleave_moe_layer_step",
    "leading_dense_block_count",
    "moe_every_n_layers",
    "moe_latent_size",
    "n_deepstack_layers",
    "nextn_predict_layers",
    "norm_before_residual",
    "rescale_every_n_layers",
    "rope.dimension_count",
    "rope.dimension_count_swa",
    "rope.dimension_sections",
    "rope.freq_base",
    "rope.freq_base_swa",
    "rope.freq_scale_swa",
    "rope.scale_linear",
    "rope.scaling.attn_factor",
    "rope.scaling.yarn_attn_factor",
    "router_logit_softcapping",
    "ssm.dt_b_c_rms",
    "ssm.time_step_rank",
    "target_hidden_size",
    "target_layers",
    "use_parallel_residual",
    "vocab_size",
};

}  // namespace

bool metadata_may_bear_on_cache(std::string_view key) {
  return !std::ranges::binary_search(kIrrelevant, key) &&
         std::ranges::any_of(kWords, [&](std::string_view word) { return key.contains(word); });
}

}  // namespace kvtally
