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
constexpr std::array<std::string_view, 36> kIrrelevant{
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
    "attention.relative_buckets_count",
    "attention.scale",
    "attention.temperature_length",
    "attention.temperature_scale",
    "attention.value_residual_mix_lora_rank",
    "attention.value_scale",
    "attn_logit_softcapping",
    "embedding_length_per_layer_input",
    "expert_*",
    "extract_layers",
    "hash_layer_count",
    "interleave_moe_layer_step",
    "leading_dense_block_count",
    "moe_every_n_layers",
    "moe_latent_size",
    "n_deepstack_layers",
    "rescale_every_n_layers",
    "rope.*",
    "ssm.dt_b_c_rms",
    "ssm.time_step_rank",
    "target_layers",
};

// `rope.*` stands for every key that begins so.
bool fits(std::string_view key, std::string_view row) {
  return row.ends_with('*') ? key.starts_with(row.substr(0, row.size() - 1)) : key == row;
}

}  // namespace

bool metadata_may_bear_on_cache(std::string_view key) {
  return std::ranges::any_of(kWords, [&](std::string_view word) { return key.contains(word); }) &&
         std::ranges::none_of(kIrrelevant, [&](std::string_view row) { return fits(key, row); });
}

std::span<const std::string_view> irrelevant_metadata_keys() { return kIrrelevant; }

}  // namespace kvtally
