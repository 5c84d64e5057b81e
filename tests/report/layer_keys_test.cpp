#include "report/layer_keys.hpp"

#include <doctest/doctest.h>

#include "model/presets.hpp"

namespace kvtally::layer_keys_test {

namespace {

using Values = std::map<std::string, std::string>;

TEST_CASE("the keys of a layer, and those that it must not see") {
  const auto keys = keys_of(sliding_attention(key_value_memory({8, 2, 24, 16}), 128, 4), {});
  REQUIRE(keys.has_value());
  CHECK(keys->type == "sliding_attention");
  CHECK(keys->values == Values{{"num_attention_heads", "8"},
                               {"num_key_value_heads", "2"},
                               {"head_dim", "24"},
                               {"v_head_dim", "16"},
                               {"sliding_window", "128"},
                               {"num_sink_tokens", "4"}});
  CHECK(keys->absent == std::set<std::string>{"is_encoder_decoder", "kv_lora_rank", "shared_key_value"});
}

TEST_CASE("a head_dim that was derived stays derived") {
  Model model;
  model.naive.hidden_size = 64;
  model.assumptions = {"head_dim 16 = hidden_size 64 ÷ 4 heads"};
  const auto derived = keys_of(full_attention(key_value_memory({4, 4, 16, 16})), model);
  CHECK_FALSE(derived->values.contains("head_dim"));
  CHECK(derived->absent.contains("head_dim"));
  CHECK(derived->values.at("hidden_size") == "64");
  const auto other = keys_of(full_attention(key_value_memory({4, 4, 20, 20})), model);
  CHECK(other->values.at("head_dim") == "20");
}

TEST_CASE("an index key that is an earlier layer's has no sizes of its own") {
  const Memory latent = latent_memory({8, 40, 10, 16, 24});
  const auto own = keys_of(deepseek_sparse_attention(latent, {{4, 12}, 32, 4}), {});
  CHECK_FALSE(own->reuses_index);
  CHECK(own->values.at("index_n_heads") == "4");
  CHECK(own->values.at("index_topk") == "32");
  CHECK(own->values.at("index_kpool") == "4");
  const auto reused = keys_of(deepseek_sparse_attention(latent, {{4, 12}, 32, 4, true}), {});
  CHECK(reused->reuses_index);
  CHECK_FALSE(reused->values.contains("index_n_heads"));
  CHECK(reused->values.at("index_topk") == "32");
}

TEST_CASE("rates by layer type, and an encoder's memory") {
  const auto csa = keys_of(compressed_sparse_attention({8, 64}, {128, 4, {4, 12}, 32}), {});
  CHECK(csa->values.at("compress_rates.compressed_sparse_attention") == "4");
  CHECK(csa->values.at("sliding_window") == "128");
  const Memory memory = key_value_memory({4, 4, 16, 16});
  const auto decoder = keys_of(with_encoder_memory(full_attention(memory), memory, 1500), {});
  CHECK(decoder->values.at("is_encoder_decoder") == "true");
  CHECK(decoder->absent.contains("cross_num_key_value_heads"));
  const Layer other = with_encoder_memory(full_attention(memory), key_value_memory({6, 3, 40, 40}), 1500);
  const auto heads = keys_of(other, {});
  CHECK(heads->values.at("cross_num_attention_heads") == "6");
  CHECK(heads->values.at("cross_num_key_value_heads") == "3");
  CHECK(heads->values.at("cross_head_dim") == "40");
  CHECK(decoder->values.at("max_source_positions") == "1500");
}

TEST_CASE("a memory without rows has no keys") {
  Layer layer = full_attention(key_value_memory({4, 4, 16, 16}));
  layer.memories[0].entry.clear();
  CHECK(keys_of(layer, {}).error() == "mha layers: a memory without rows");
}

}  // namespace

}  // namespace kvtally::layer_keys_test
