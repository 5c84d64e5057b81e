#include "engine/transformers/quantized.hpp"

#include <string>

#include "engine/transformers/support.hpp"

namespace kvtally::transformers::quantized_test {

TEST_CASE("tokens that are quantised and tokens that wait, step by step") {
  // 100 in the prompt, residual 3: after 1, 2, 3 decoded tokens 1, 2 and 0 wait.
  for (const auto& [decoded, quantized, residual] :
       std::vector<std::tuple<int, int, int>>{{0, 100, 0}, {1, 100, 1}, {2, 100, 2}, {3, 103, 0}, {7, 106, 1}}) {
    CAPTURE(decoded);
    CHECK(quantized_tokens(100, decoded, 3).quantized == quantized);
    CHECK(quantized_tokens(100, decoded, 3).residual == residual);
  }
  CHECK(quantized_tokens(1, 1, 1).residual == 1);  // one token waits at least
  CHECK(quantized_tokens(1, 2, 1).quantized == 3);
}

TEST_CASE("what the quantisers raise") {
  const QuantizedShape shape{1, 2, 5, 24};  // 240 elements
  CHECK(quantizer_error(shape, {"quanto", 4, 0, 0, 64, 128}, 0) ==
        "ValueError: Group size (64) must be a divisor of (240)");
  CHECK(quantizer_error({2, 1, 1, 32}, {"quanto", 4, 0, 0, 64, 128}, 0) ==
        "ValueError: Group size (64) must be a divisor of (32)");
  CHECK(
      quantizer_error(shape, {"hqq", 4, 0, 0, 64, 128}, 0) ==
      "AssertionError: group_size should be divisible by the total tensor dimensions. shape: torch.Size([1, 2, 5, "
      "24]), group_size: 64");
  CHECK(quantizer_error({1, 1, 3, 64}, {"hqq", 4, 1, 1, 64, 128}, 1) ==
        "RuntimeError: The size of tensor a (1) must match the size of tensor b (2) at non-singleton dimension 0");
  CHECK(quantizer_error({1, 1, 3, 64}, {"hqq", 3, 1, 1, 64, 128}, 1) == "");
  CHECK(packed_bytes({1, 1, 3, 64}, {"hqq", 3, 1, 1, 64, 128}, 1) == Bytes{64 * 4});
}

TEST_CASE("what the cache's configuration raises") {
  CHECK(config_error({"quanto", 3, 0, 0, 64, 128}) ==
        "ValueError: `nbits` for `quanto` backend has to be one of [`2`, `4`] but got 3");
  CHECK(config_error({"hqq", 5, 0, 0, 64, 128}) ==
        "ValueError: `nbits` for `HQQ` backend has to be one of [`1`, `2`, `3`, `4`, `8`] but got 5");
  CHECK(config_error({"quanto", 4, 1, 0, 64, 128}) ==
        "ValueError: `axis_key` for `quanto` backend has to be one of [`0`, `-1`] but got `1`");
  CHECK(config_error({"hqq", 4, 0, -1, 64, 128}) ==
        "ValueError: `axis_value` for `HQQ` backend has to be one of [`0`, `1`] but got `-1`");
  CHECK(config_error({"hqq", 8, 1, 0, 64, 128}) == "");
}

TEST_CASE("a layer that cannot be quantised when its residual is full") {
  const Model model = test::small_model("num_hidden_layers: 1\nlayer_types: full_attention\n");
  // 16 elements a token: 8 tokens fill two groups of 64, 8 + 3 do not.
  CHECK(test::allocate(model, "-c 10 --prefill 8 --cache-implementation quantized --residual-length 3").refusal ==
        "");
  CHECK(test::allocate(model, "-c 11 --prefill 8 --cache-implementation quantized --residual-length 3").refusal ==
        "ValueError: Group size (64) must be a divisor of (176)");
}

}  // namespace kvtally::transformers::quantized_test
