#include <doctest/doctest.h>

#include "account/weights_text.hpp"

namespace kvtally::parameters_state_test {

namespace {

using test::missing_of;
using test::tensors_of;
using test::with_layers;

std::string linear(const std::string& type, const std::string& rest) {
  return "num_hidden_layers: 1\nlayer_types: linear_attention\nlinear_type: " + type + "\n" + rest;
}

// 2 key heads of 3, 4 value heads of 5: 2 x 2 x 3 + 4 x 5 = 32 channels.
const std::string kHeads =
    "linear_num_key_heads: 2\nlinear_num_value_heads: 4\nlinear_key_head_dim: 3\nlinear_value_head_dim: 5\n";

TEST_CASE("gated delta rule") {
  CHECK(tensors_of(with_layers(linear("gated_delta", kHeads + "linear_conv_kernel_dim: 4\n"))) ==
        "query, key and value projections [10, 32]\ngate projection [10, 20]\n"
        "decay and step projections [10, 8]\nconvolution [32, 4]\ndecay and step constants [2, 4]\n"
        "output norm [5]\noutput projection [20, 10]\n");
}

TEST_CASE("Kimi delta attention, with low ranks and in full") {
  const std::string kda = linear("kda", kHeads + "linear_conv_kernel_dim: 4\n");
  CHECK(missing_of(with_layers(kda)) == "kda_decay_rank, kda_gate_rank");
  CHECK(tensors_of(with_layers(kda + "kda_decay_rank: 2\nkda_gate_rank: 0\n")) ==
        "query, key and value projections [10, 32]\nconvolutions [32, 4]\ndecay projection, down [10, 2]\n"
        "decay projection, up [2, 12]\ndecay bias [12]\ndecay constants [4]\nstep projection [10, 4]\n"
        "output gate [10, 20]\noutput norm [5]\noutput projection [20, 10]\n");
  const Model wide = with_layers(kda + "kda_decay_rank: 0\nkda_gate_rank: 0\nkda_decay_constants: 9\n");
  CHECK(tensors_of(wide).find("decay constants [9]\n") != std::string::npos);
}

TEST_CASE("lightning attention") {
  CHECK(tensors_of(with_layers(linear("lightning", kHeads), ", qk_norm: true")) ==
        "query and key projections [10, 2, 12]\nvalue projection [10, 20]\ngate projection [10, 20]\n"
        "output norm [20]\noutput projection [20, 10]\nquery and key norms [2, 3]\n");
}

// 2 x 10 channels.
TEST_CASE("Mamba") {
  const std::string mamba = linear("mamba", "mamba_d_state: 3\nmamba_d_conv: 4\nmamba_expand: 2\n");
  CHECK(missing_of(with_layers(mamba)) == "mamba_dt_rank");
  CHECK(tensors_of(with_layers(mamba + "mamba_dt_rank: 2\n", ", conv_bias: true, mamba_norms: true")) ==
        "input projection [10, 2, 20]\nconvolution [20, 4]\nconvolution bias [20]\n"
        "projection to step, B and C [20, 8]\nstep projection [2, 20]\nstep bias [20]\ndecay constants [20, 3]\n"
        "skip constants [20]\nnorms of step, B and C [8]\noutput projection [20, 10]\n");
}

// 4 heads of 5, and 2 groups of B and C of 3 beside them in the convolution: 20 + 2 x 2 x 3 = 32.
TEST_CASE("Mamba-2") {
  CHECK(tensors_of(with_layers(linear("mamba2",
                                      "mamba_n_heads: 4\nmamba_d_head: 5\nmamba_d_state: 3\nmamba_n_groups: 2\n"
                                      "mamba_d_conv: 4\n"),
                               ", conv_bias: true")) ==
        "input projection [10, 56]\nconvolution [32, 4]\nconvolution bias [32]\n"
        "step bias, decay and skip constants [3, 4]\ngated norm [20]\noutput projection [20, 10]\n");
}

TEST_CASE("RWKV-7") {
  const std::string rwkv = linear("rwkv7",
                                  "linear_num_key_heads: 2\nlinear_num_value_heads: 2\nlinear_key_head_dim: 5\n"
                                  "linear_value_head_dim: 5\n");
  CHECK(missing_of(with_layers(rwkv)) == "rwkv_decay_rank, rwkv_step_rank, rwkv_gate_rank");
  CHECK(tensors_of(with_layers(rwkv + "rwkv_decay_rank: 2\nrwkv_step_rank: 3\nrwkv_gate_rank: 4\n")) ==
        "token mixes [6, 10]\nreceptance, key, value and output projections [4, 10, 10]\n"
        "rwkv_decay_rank [2, 10, 2]\nrwkv_step_rank [2, 10, 3]\nrwkv_gate_rank [2, 10, 4]\n"
        "decay and step bases [2, 10]\nkey scales and bonus [3, 10]\noutput norm and bias [2, 10]\n");
}

TEST_CASE("a short convolution") {
  CHECK(tensors_of(with_layers("num_hidden_layers: 1\nlayer_types: conv\nconv_L_cache: 3\n")) ==
        "input projection [10, 3, 10]\nconvolution [10, 3]\noutput projection [10, 10]\n");
}

TEST_CASE("states whose weights are not known are named") {
  for (const std::string type : {"linear", "retention", "gla", "delta"}) {
    const std::string kernel = type == "delta" ? "linear_conv_kernel_dim: 4\n" : "";
    CHECK(missing_of(with_layers(linear(type, kHeads + kernel))) == "the weights of a '" + type + "' state");
  }
}

}  // namespace

}  // namespace kvtally::parameters_state_test
