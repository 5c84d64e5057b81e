#include "check/mistaken.hpp"

namespace kvtally::mistakes_of_entries_test {

namespace {

using test::bytes;
using test::with;

TEST_CASE("heads and widths") {
  CHECK(with("query heads were kept, not KV heads", "llama-3.1-8b") == bytes(32 * 2 * 32 * 128 * 2LL * 8192));
  CHECK(with("there were twice as many KV heads", "llama-3.1-405b") == bytes(126 * 2 * 16 * 128 * 2LL * 8192));
  CHECK(with("each layer had one KV head", "llama-2-7b") == bytes(32 * 2 * 128 * 2LL * 8192));
  CHECK(with("the values were left out", "llama-2-7b") == bytes(32 * 32 * 128 * 2LL * 8192));
  CHECK(with("a head were as wide as hidden_size ÷ num_attention_heads", "qwen3-235b-a22b") ==
        bytes(94 * 2 * 4 * 64 * 2LL * 8192));
  CHECK(with("entries were in fp8, without scales", "llama-2-7b") == bytes(32 * 2 * 32 * 128 * 8192LL));
}

TEST_CASE("latents") {
  CHECK(with("values were kept beside the latent", "deepseek-v3") == bytes(61 * (2 * 512 + 64) * 2LL * 8192));
  CHECK(with("the latent were kept for keys and again for values", "deepseek-v3") ==
        bytes(61 * 2 * 576 * 2LL * 8192));
  CHECK(with("the latent were expanded to keys and values of every head", "deepseek-v3") ==
        bytes(61 * 2 * 128 * 128 * 2LL * 8192));
  CHECK(with("rotary rows were left out", "deepseek-v3") == bytes(61 * 512 * 2LL * 8192));
  // 24 layers with 96 query heads, of which one of 8 devices has 12
  CHECK(with("every query head kept a latent of its own", "kimi-k3") == bytes(24 * 96 * 576 * 2LL * 8192));
  CHECK(with("every query head of one of 8 devices kept a latent of its own", "kimi-k3") ==
        bytes(24 * 12 * 576 * 2LL * 8192));
  CHECK(with("the latent were divided over 4 devices", "deepseek-v3") == bytes(61 * 144 * 2LL * 8192));
  CHECK(with("the latent were divided over 4 devices", "llama-2-7b") == bytes(32 * 2 * 32 * 128 * 2LL * 8192));
}

}  // namespace

}  // namespace kvtally::mistakes_of_entries_test
