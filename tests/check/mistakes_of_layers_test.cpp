#include "check/mistaken.hpp"

namespace kvtally::mistakes_of_layers_test {

namespace {

using test::bytes;
using test::with;

TEST_CASE("layers") {
  CHECK(with("windows and chunks kept every position", "gemma-3-27b") == bytes(62 * 2 * 16 * 128 * 2LL * 8192));
  CHECK(with("every layer kept every position", "qwen3.5-27b") == bytes(64 * 2 * 4 * 256 * 2LL * 8192));
  CHECK(with("layers without every position kept no entries", "gemma-3-27b") ==
        bytes(10 * 2 * 16 * 128 * 2LL * 8192));
  CHECK(with("every layer had the window", "gemma-3-27b") == bytes(62 * 2 * 16 * 128 * 2LL * 1024));
}

TEST_CASE("layers that are read blindly, shared, pooled") {
  // 48 layers of 2 KV heads of 2048 / 16
  CHECK(with("every layer had num_key_value_heads of hidden_size ÷ num_attention_heads", "qwen3-next-80b-a3b") ==
        bytes(48 * 2 * 2 * 128 * 2LL * 8192));
  // 7 full layers of which 3 share, 28 windows of 512 of which 12 share
  CHECK(with("layers that share another's cache had their own", "gemma-3n-e4b") ==
        bytes((7 * 8192 + 28 * 512) * 2 * 2 * 256 * 2LL));
  // 43 windows of 128, and 41 layers that pool, each in one row of 512
  CHECK(with("pooled entries were one for each token", "deepseek-v4-flash") ==
        bytes((43 * 128 + 41 * 8192) * 512 * 2LL));
}

TEST_CASE("states and index keys") {
  const auto total = [](std::string_view name, const std::string& figure, const std::string& id) {
    return test::with(name, id, figure);
  };
  CHECK(total("states were left out", "show.state_bytes", "qwen3.5-27b") == "0 bytes");
  CHECK(total("index keys were left out", "show.indexer_bytes", "deepseek-v3.2") == "0 bytes");
  CHECK(total("every indexer had keys of its own", "show.indexer_bytes", "glm-5.2") ==
        bytes(78 * 128 * 2LL * 8192));
}

}  // namespace

}  // namespace kvtally::mistakes_of_layers_test
