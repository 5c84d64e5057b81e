#include "read/gguf/metadata_keys.hpp"

#include <doctest/doctest.h>

namespace kvtally {

namespace {

TEST_CASE("a key that speaks of what is cached bears on it, unless it is known not to") {
  for (const auto* key :
       {"attention.sliding_window", "attention.new_kind", "kv_bits", "block_count", "ssm.state_size",
        "shortconv.l_cache", "attention.indexer.types", "num_loops_per_layer", "compress_ratios",
        "attention.shared_kv_layers", "linear_heads", "full_attention_interval", "rope.freq_new"}) {
    CAPTURE(key);
    CHECK(metadata_may_bear_on_cache(key));
  }
  for (const auto* key :
       {"attention.layer_norm_rms_epsilon", "rope.freq_base", "attention.scale", "context_length",
        "embedding_length", "expert_count", "interleave_moe_layer_step", "ssm.dt_b_c_rms",
        "final_logit_softcapping", "logit_scale", "activation_sparsity_scale", "vocab_size"}) {
    CAPTURE(key);
    CHECK_FALSE(metadata_may_bear_on_cache(key));
  }
}

}  // namespace

}  // namespace kvtally
