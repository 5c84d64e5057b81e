#include "read/gguf/metadata_keys.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <functional>
#include <string>

namespace kvtally::metadata_keys_test {

namespace {

TEST_CASE("a key that speaks of what is cached bears on it, unless it is known not to") {
  for (const auto* key :
       {"attention.sliding_window", "attention.new_kind", "kv_bits", "block_count", "ssm.state_size",
        "shortconv.l_cache", "attention.indexer.types", "num_loops_per_layer", "compress_ratios",
        "attention.shared_kv_layers", "linear_heads", "full_attention_interval"}) {
    CAPTURE(key);
    CHECK(metadata_may_bear_on_cache(key));
  }
  for (const auto* key : {"attention.layer_norm_rms_epsilon", "rope.freq_base", "rope.scaling.of_a_new_attention",
                          "expert_shared_count", "attention.scale", "context_length", "embedding_length",
                          "expert_count", "interleave_moe_layer_step", "ssm.dt_b_c_rms", "final_logit_softcapping",
                          "logit_scale", "activation_sparsity_scale", "vocab_size"}) {
    CAPTURE(key);
    CHECK_FALSE(metadata_may_bear_on_cache(key));
  }
}

TEST_CASE("the irrelevant keys are sorted, each once, and each would be suspicious without its row") {
  const auto rows = irrelevant_metadata_keys();
  CHECK(rows.size() > 30);
  CHECK(std::ranges::adjacent_find(rows, std::ranges::greater_equal{}) == rows.end());
  for (const std::string_view row : rows) {
    CAPTURE(row);
    const std::string name(row.substr(0, row.find('*')));
    CHECK_FALSE(metadata_may_bear_on_cache(row.ends_with('*') ? name + "attention" : name));
    CHECK(metadata_may_bear_on_cache("new_" + name + "_attention"));
    if (!row.ends_with('*')) {
      CHECK(metadata_may_bear_on_cache(name + "_new"));
    }
  }
}

}  // namespace

}  // namespace kvtally::metadata_keys_test
