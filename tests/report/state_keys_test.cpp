#include "report/state_keys.hpp"

#include <doctest/doctest.h>

#include "model/presets.hpp"

namespace kvtally::state_keys_test {

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

TEST_CASE("states of several vectors and matrices give their sizes") {
  CHECK(keys(state_layer(rwkv4_state(48, 64))) ==
        Values{{"linear_type", "rwkv4"}, {"attention_hidden_size", "48"}, {"hidden_size", "64"}});
  CHECK(keys(state_layer(gated_recurrence_state(48, 4))) ==
        Values{{"linear_type", "rglru"}, {"lru_width", "48"}, {"linear_conv_kernel_dim", "4"}});
  CHECK(keys(state_layer(gated_slots_state({2, 4, 6, 5, 0}, 9))) == Values{{"linear_type", "gsa"},
                                                                           {"linear_num_key_heads", "4"},
                                                                           {"linear_num_value_heads", "4"},
                                                                           {"linear_key_head_dim", "6"},
                                                                           {"linear_value_head_dim", "5"},
                                                                           {"linear_num_slots", "9"}});
  CHECK(keys(state_layer(rwkv6_state({4, 4, 6, 6, 0}, 24))).at("hidden_size") == "24");
  CHECK(keys(state_layer(matrix_lstm_state({4, 4, 6, 5, 0}))).at("linear_type") == "mlstm");
}

TEST_CASE("a short convolution that is no layer type of its own") {
  const Memory memory = key_value_memory({4, 2, 16, 16});
  CHECK(keys(hybrid_layer(short_convolution_state(8, 3, 5), memory)) == Values{{"linear_type", "short_conv"},
                                                                               {"linear_conv_channels", "8"},
                                                                               {"linear_conv_kernel_dim", "3"},
                                                                               {"linear_shift_size", "5"}});
}

TEST_CASE("a convolution over values alone is named") {
  const Values values = keys(state_layer(gated_delta_state({16, 32, 128, 64, 4, true})));
  CHECK(values.at("linear_conv_on") == "values");
  CHECK(values.at("linear_num_key_heads") == "32");  // any number keeps the same
  CHECK(values.at("linear_conv_kernel_dim") == "4");
}

TEST_CASE("a state of no linear_type is named") {
  LayerKeys out;
  State state = short_convolution_state(8, 3);
  state.tensors.clear();
  CHECK(state_keys(hybrid_layer(state, key_value_memory({4, 2, 16, 16})), {}, out) ==
        "hybrid layers: no linear_type has the state that they keep");
}

}  // namespace

}  // namespace kvtally::state_keys_test
