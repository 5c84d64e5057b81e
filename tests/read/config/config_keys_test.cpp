#include "read/config/config_keys.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "support/golden.hpp"

namespace kvtally {

namespace {

// The words in quotes of the source's list of that name.
std::vector<std::string> words_of_list(const std::string& name) {
  const std::string source = test::source_text("src/read/config_keys.cpp");
  const std::size_t start = source.find(name + "{");
  const std::size_t end = source.find("};", start);
  REQUIRE(start != std::string::npos);
  REQUIRE(end != std::string::npos);
  std::vector<std::string> out;
  for (std::size_t at = source.find('"', start); at < end; at = source.find('"', at + 1)) {
    const std::size_t close = source.find('"', at + 1);
    out.push_back(source.substr(at + 1, close - at - 1));
    at = close;
  }
  return out;
}

TEST_CASE("the list of irrelevant keys is sorted, each once, so that each is found") {
  const auto keys = words_of_list("kIrrelevant");
  CHECK(keys.size() == 70);
  CHECK(std::ranges::is_sorted(keys));
  CHECK(std::ranges::adjacent_find(keys) == keys.end());
  for (const std::string& key : keys) {
    CAPTURE(key);
    CHECK(is_irrelevant(key));
    CHECK_FALSE(is_irrelevant("x_" + key));
  }
}

TEST_CASE("each irrelevant key would be suspicious without its row") {
  std::vector<std::string> needless;
  std::ranges::copy_if(words_of_list("kIrrelevant"), std::back_inserter(needless),
                       [](const std::string& key) { return !may_bear_on_cache(key); });
  CHECK(needless == std::vector<std::string>{});
}

TEST_CASE("each word makes a key suspicious, in any case") {
  const auto words = words_of_list("kWords");
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
    CHECK_FALSE(is_irrelevant(key));
  }
}

TEST_CASE("keys that shape the cache are suspicious") {
  for (const char* key :
       {"num_key_value_heads", "n_head", "num_layers", "sliding_window", "kv_lora_rank", "layer_types",
        "window_size", "full_attn_idxs", "conv_L_cache", "block_configs", "hybrid_override_pattern",
        "compress_ratios", "cla_share_factor", "ssm_state_size", "global_attn_every_n_layers"}) {
    CAPTURE(key);
    CHECK(may_bear_on_cache(key));
    CHECK_FALSE(is_irrelevant(key));
  }
}

}  // namespace

}  // namespace kvtally
