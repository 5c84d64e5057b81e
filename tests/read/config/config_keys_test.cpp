#include "read/config/config_keys.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "read/reading.hpp"
#include "support/golden.hpp"

namespace kvtally::config_keys_test {

namespace {

Tree keys_file() { return test::tree_of(test::source_text("modelzoo/config/keys.yaml")); }

std::vector<std::string> texts_of(const Node& list) {
  std::vector<std::string> out;
  for (const Node& item : Children(list)) {
    out.emplace_back(item.text);
  }
  return out;
}

TEST_CASE("each irrelevant key stands in one group, in its place") {
  const Tree file = keys_file();
  std::set<std::string> seen;
  for (const Node& group : Children(*member(file.root(), "irrelevant"))) {
    CAPTURE(std::string(member(group, "reason")->text));
    const auto keys = texts_of(*member(group, "keys"));
    CHECK(std::ranges::is_sorted(keys));
    for (const std::string& key : keys) {
      CAPTURE(key);
      CHECK(seen.insert(key).second);
      CHECK(is_irrelevant(key));
      CHECK_FALSE(is_irrelevant("x_" + key));
    }
  }
  CHECK(seen.size() > 900);
}

TEST_CASE("each word makes a key suspicious, in any case") {
  const Tree file = keys_file();
  const auto words = texts_of(*member(file.root(), "words"));
  CHECK(words.size() == 25);
  for (const std::string& word : words) {
    CAPTURE(word);
    CHECK(may_bear_on_cache(word));
    CHECK(may_bear_on_cache("x_" + word + "s"));
    std::string upper = word;
    std::ranges::transform(upper, upper.begin(), [](char c) { return static_cast<char>(c - 'a' + 'A'); });
    CHECK(may_bear_on_cache(upper));
    CHECK_FALSE(is_irrelevant(word));
  }
}

TEST_CASE("keys that speak of other things are not suspicious") {
  for (const char* key : {"vocab_size", "hidden_size", "rope_theta", "rms_norm_eps", "torch_dtype", "hidden_act",
                          "intermediate_size", "bos_token_id", "tie_word_embeddings", "num_experts", ""}) {
    CAPTURE(key);
    CHECK_FALSE(may_bear_on_cache(key));
  }
}

TEST_CASE("another spelling of a size may carry it") {
  for (const char* key : {"x_hidden_size", "n_embed", "n_embd", "d_model", "model_dim", "dim", "width"}) {
    CAPTURE(key);
    CHECK(may_carry_a_size(key));
  }
  CHECK_FALSE(may_carry_a_size("rope_theta"));
}

// What bears on some cache is irrelevant to single model types at most, and then stands in their entry.
TEST_CASE("no key that shapes a cache is irrelevant to all") {
  for (const char* key : {"num_key_value_heads",
                          "n_head",
                          "num_layers",
                          "sliding_window",
                          "kv_lora_rank",
                          "layer_types",
                          "window_size",
                          "full_attn_idxs",
                          "conv_L_cache",
                          "block_configs",
                          "hybrid_override_pattern",
                          "compress_ratios",
                          "cla_share_factor",
                          "ssm_state_size",
                          "global_attn_every_n_layers",
                          "hidden_size",
                          "n_embd",
                          "d_model",
                          "multi_query",
                          "use_mla",
                          "use_cla",
                          "expand",
                          "n_groups",
                          "lru_width",
                          "new_decoder_architecture"}) {
    CAPTURE(key);
    CHECK_FALSE(is_irrelevant(key));
  }
}

}  // namespace

}  // namespace kvtally::config_keys_test
