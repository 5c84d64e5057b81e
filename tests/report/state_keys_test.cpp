#include "report/state_keys.hpp"

#include <doctest/doctest.h>

#include "model/presets.hpp"

namespace kvtally {

namespace {

using Values = std::map<std::string, std::string>;

Values keys(const Layer& layer, const Model& model = {}) {
  LayerKeys out;
  CHECK(state_keys(layer, model, out) == std::nullopt);
  return out.values;
}

TEST_CASE("the key heads of a matrix state are read from its convolution") {
  CHECK(keys(state_layer(gated_delta_state({16, 32, 128, 64, 4}))) == Values{{"linear_type", "gated_delta"},
                                                                             {"linear_num_key_heads", "16"},
                                                                             {"linear_num_value_heads", "32"},
                                                                             {"linear_key_head_dim", "128"},
                                                                             {"linear_value_head_dim", "64"},
                                                                             {"linear_conv_kernel_dim", "4"}});
}

TEST_CASE("the inner channels of Mamba as a multiple of hidden_size, where they are one") {
  Model model;
  model.naive.hidden_size = 4096;
  const Layer layer = state_layer(mamba_state(8192, 16, 4));
  CHECK(keys(layer, model).at("mamba_expand") == "2");
  model.naive.hidden_size = 5000;
  CHECK(keys(layer, model).at("mamba_expand") == "1");
  CHECK(keys(layer, model).at("hidden_size") == "8192");
}

TEST_CASE("a hybrid layer's state is named by its kind") {
  const Memory memory = key_value_memory({4, 2, 16, 16});
  const auto type = [&](State state) { return keys(hybrid_layer(std::move(state), memory)).at("linear_type"); };
  const StateHeads heads{2, 4, 6, 5, 4};
  CHECK(type(linear_state(heads)) == "linear");
  CHECK(type(retention_state(heads)) == "retention");
  CHECK(type(gated_delta_state(heads)) == "gated_delta");
  CHECK(type(kimi_delta_state(heads)) == "kda");
  CHECK(type(rwkv7_state(heads, 24)) == "rwkv7");
  CHECK(type(mamba_state(8, 4, 4)) == "mamba");
  CHECK(type(mamba2_state({2, 4, 8, 1, 4})) == "mamba2");
}

TEST_CASE("a state of no linear_type is named") {
  LayerKeys out;
  CHECK(state_keys(hybrid_layer(short_convolution_state(8, 3), key_value_memory({4, 2, 16, 16})), {}, out) ==
        "hybrid layers: no linear_type has the state that they keep");
}

}  // namespace

}  // namespace kvtally
