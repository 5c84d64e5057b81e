#include "model/limits.hpp"

#include <doctest/doctest.h>
#include <optional>
#include <string>
#include <vector>

#include "model/presets.hpp"

namespace kvtally::limits_test {

namespace {

constexpr std::int64_t k2To18 = std::int64_t{1} << 18;

Layer stateful(std::vector<std::int64_t> shape) {
  State state;
  state.tensors.push_back({"matrix", StateRole::recurrent, std::move(shape), f32(), StateTensor::Rewrite::whole});
  return state_layer(state);
}

TEST_CASE("products up to 2^36 are within the limits") {
  const std::vector<Layer> layers{
      full_attention(key_value_memory({k2To18, k2To18, k2To18, k2To18})),  // 2^18 × 2^18 = 2^36
      full_attention(latent_memory({1, 1 << 30, 1 << 30, 1 << 30, 1})),
      minimax_sparse_attention(key_value_memory({1, 1, 1, 1}), {{k2To18, k2To18}, 1, 1}),
      stateful({k2To18, k2To18, 1}),
      stateful({limits::kDimension, 32}),  // 2^36 − 32
      stateful({}),
      feed_forward_layer("mlp"),
  };
  for (const Layer& layer : layers) {
    CHECK(beyond_limits(layer) == std::nullopt);
  }
}

TEST_CASE("the first product beyond 2^36, as a sentence") {
  struct Row {
    std::string name;
    Layer layer;
    std::string expected;
  };
  const std::int64_t more = k2To18 + 1;
  const Memory small = key_value_memory({1, 1, 1, 1});
  const std::vector<Row> rows{
      {"keys", full_attention(key_value_memory({1, k2To18, more, 1})),
       "262144 key heads of 262145 elements are more than 2^36"},
      {"values", full_attention(key_value_memory({1, k2To18, 1, more})),
       "262144 value heads of 262145 elements are more than 2^36"},
      {"queries", full_attention(key_value_memory({k2To18, 1, more, 2})),
       "262144 query heads of 262145 + 2 elements are more than 2^36"},
      {"what queries sum", full_attention(key_value_memory({k2To18, 1, 2, more})),
       "262144 query heads of 2 + 262145 elements are more than 2^36"},
      {"a latent in prefill", full_attention(latent_memory({k2To18, 1, 1, more, 1})),
       "262144 query heads of 262146 + 1 elements are more than 2^36"},
      {"index heads", minimax_sparse_attention(small, {{k2To18, more}, 1, 1}),
       "262144 index heads of 262145 elements are more than 2^36"},
      {"the second memory", with_encoder_memory(full_attention(small), key_value_memory({1, k2To18, more, 1}), 8),
       "262144 key heads of 262145 elements are more than 2^36"},
      {"a state", stateful({k2To18, k2To18, 2}), "the matrix of a state has more than 2^36 elements"},
      {"a state of huge sizes", stateful({limits::kDimension, limits::kDimension, limits::kDimension}),
       "the matrix of a state has more than 2^36 elements"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(beyond_limits(row.layer).value_or("within") == row.expected);
  }
}

}  // namespace

}  // namespace kvtally::limits_test
