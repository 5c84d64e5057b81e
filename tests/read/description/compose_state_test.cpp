#include <doctest/doctest.h>

#include "model/presets.hpp"
#include "read/description/compose.hpp"
#include "read/reading.hpp"
#include "support/print.hpp"

namespace kvtally::compose_state_test {

namespace {

const char* const kHeads =
    "linear_num_key_heads: 2\nlinear_num_value_heads: 4\nlinear_key_head_dim: 8\n"
    "linear_value_head_dim: 16\n";
constexpr StateHeads kPlain{2, 4, 8, 16, 0};
constexpr StateHeads kConvolved{2, 4, 8, 16, 5};
constexpr StateHeads kOnValues{2, 4, 8, 16, 5, true};

struct Row {
  const char* linear_type;
  std::string parameters;
  Layer expected;
};

std::string with_kernel() { return std::string(kHeads) + "linear_conv_kernel_dim: 5\n"; }

std::vector<Row> rows() {
  const std::string mamba = "hidden_size: 64\nmamba_expand: 2\nmamba_d_state: 16\nmamba_d_conv: 4\n";
  const std::string mamba2 =
      "mamba_n_heads: 8\nmamba_d_head: 32\nmamba_d_state: 128\nmamba_n_groups: 2\nmamba_d_conv: 4\n";
  return {
      {"linear", kHeads, state_layer(linear_state(kPlain))},
      {"linear", with_kernel(), state_layer(linear_state(kConvolved))},
      {"retention", kHeads, state_layer(retention_state(kPlain))},
      {"lightning", kHeads, state_layer(lightning_state(kPlain))},
      {"gla", kHeads, state_layer(gated_linear_state(kPlain))},
      {"delta", with_kernel(), state_layer(delta_state(kConvolved))},
      {"delta", std::string(kHeads) + "linear_conv_kernel_dim: 0\n", state_layer(delta_state(kPlain))},
      {"gated_delta", with_kernel(), state_layer(gated_delta_state(kConvolved))},
      {"kda", with_kernel(), state_layer(kimi_delta_state(kConvolved))},
      {"mamba", mamba, state_layer(mamba_state(128, 16, 4))},
      {"mamba2", mamba2, state_layer(mamba2_state({8, 32, 128, 2, 4}))},
      {"rwkv7", std::string(kHeads) + "hidden_size: 64\n", state_layer(rwkv7_state(kPlain, 64))},
      {"gated_delta", with_kernel() + "linear_conv_on: values\n", state_layer(gated_delta_state(kOnValues))},
      {"gated_delta", with_kernel() + "linear_conv_on: queries_keys_values\n",
       state_layer(gated_delta_state(kConvolved))},
      {"rwkv6", std::string(kHeads) + "hidden_size: 64\n", state_layer(rwkv6_state(kPlain, 64))},
      {"rwkv4", "attention_hidden_size: 48\nhidden_size: 64\n", state_layer(rwkv4_state(48, 64))},
      {"rglru", "lru_width: 48\nlinear_conv_kernel_dim: 4\n", state_layer(gated_recurrence_state(48, 4))},
      {"gsa", std::string(kHeads) + "linear_num_slots: 12\n", state_layer(gated_slots_state(kPlain, 12))},
      {"gsa", with_kernel() + "linear_num_slots: 12\nlinear_conv_on: values\n",
       state_layer(gated_slots_state(kOnValues, 12))},
      {"mlstm", kHeads, state_layer(matrix_lstm_state(kPlain))},
      {"short_conv", "linear_conv_channels: 48\nlinear_conv_kernel_dim: 3\n",
       state_layer(short_convolution_state(48, 3))},
      {"short_conv", "linear_conv_channels: 48\nlinear_conv_kernel_dim: 3\nlinear_shift_size: 5\n",
       state_layer(short_convolution_state(48, 3, 5))},
  };
}

TEST_CASE("every linear_type gives its preset's state") {
  for (const Row& row : rows()) {
    CAPTURE(std::string(row.linear_type));
    const std::string type = std::string("linear_type: ") + row.linear_type + "\n";
    for (const char* const layer_type : {"linear_attention", "mamba"}) {
      CAPTURE(std::string(layer_type));
      const Model model = test::description_of(test::listing(1, layer_type, type + row.parameters)).model;
      CHECK(model.layers == std::vector<Layer>{row.expected});
    }
  }
}

TEST_CASE("a convolution of a delta rule must be given, if only as 0") {
  CHECK(test::problems_of(test::listing(1, "linear_attention", std::string("linear_type: kda\n") + kHeads)) ==
        "m.yaml: linear_attention layers need the key 'linear_conv_kernel_dim'; expected a whole number "
        "from 0 to 2147483647\n");
}

TEST_CASE("what a convolution runs over is one of two words") {
  const std::string text =
      test::listing(1, "linear_attention", "linear_type: gla\n" + with_kernel() + "linear_conv_on: keys\n");
  CHECK(test::problems_of(text) ==
        "m.yaml:10:17: linear_conv_on is 'keys'; expected values or queries_keys_values\n"
        "   10 | linear_conv_on: keys\n      |                 ^\n");
}

TEST_CASE("channels beyond 64 bits are refused") {
  // 2 × (2^31 − 1)^2 + (2^31 − 1)^2 channels
  const std::string most = "2147483647";
  const std::string delta = "linear_type: gated_delta\nlinear_num_key_heads: " + most +
                            "\nlinear_num_value_heads: " + most + "\nlinear_key_head_dim: " + most +
                            "\nlinear_value_head_dim: " + most + "\nlinear_conv_kernel_dim: 2\n";
  const std::string mamba2 = "linear_type: mamba2\nmamba_n_heads: " + most + "\nmamba_d_head: " + most +
                             "\nmamba_d_state: " + most + "\nmamba_n_groups: " + most + "\nmamba_d_conv: 2\n";
  for (const std::string& parameters : {delta, mamba2}) {
    CAPTURE(parameters);
    CHECK(test::problems_of(test::listing(1, "linear_attention", parameters)) ==
          "m.yaml:3:14: linear_attention layers: the convolution of a state has more than 2^36 elements; expected "
          "smaller sizes\n    3 | layer_types: 'linear_attention'\n      |              ^\n");
  }
}

TEST_CASE("value heads are a multiple of key heads") {
  const std::string text = test::listing(1, "linear_attention",
                                         "linear_type: gla\nlinear_num_key_heads: 3\nlinear_num_value_heads: 4\n"
                                         "linear_key_head_dim: 8\nlinear_value_head_dim: 16\n");
  CHECK(test::problems_of(text) ==
        "m.yaml:6:25: 4 value heads for 3 key heads; expected a multiple of linear_num_key_heads\n"
        "    6 | linear_num_value_heads: 4\n      |                         ^\n");
}

TEST_CASE("an expansion of Mamba is small") {
  const std::string text =
      test::listing(1, "mamba",
                    "linear_type: mamba\nhidden_size: 64\nmamba_expand: 65\nmamba_d_state: 16\n"
                    "mamba_d_conv: 4\n");
  CHECK(test::problems_of(text) ==
        "m.yaml:6:15: mamba_expand is '65'; expected a whole number from 1 to 64\n"
        "    6 | mamba_expand: 65\n      |               ^\n");
}

}  // namespace

}  // namespace kvtally::compose_state_test
