#include "verify/vectors/reproduced.hpp"

namespace kvtally::rwkv7_test {

using test::failures_with;
using test::failures_without_first_number;

namespace {

constexpr const char* kName = "rwkv7_time_mixing";

std::string both(const std::string& figure) { return figure + " (at once)\n" + figure + " (token by token)\n"; }

}  // namespace

TEST_CASE("RWKV-7's time mixing is reproduced, a first layer's and a later one's") {
  test::check_reproduced(kName);
}

TEST_CASE("each recorded figure of RWKV-7 is compared") {
  for (const std::string layer : {"layer0", "layer1"}) {
    for (const std::string figure : {"_output", "_final_state", "_v0"}) {
      CHECK(failures_without_first_number(kName, layer + figure) == both(layer + " " + figure.substr(1)));
    }
    CHECK(failures_without_first_number(kName, layer + "_state_step4") ==
          layer + " state_step4 (token by token)\n");
  }
}

TEST_CASE("each weight of RWKV-7 is used") {
  for (const std::string layer : {"layer0.", "layer1."}) {
    for (const std::string name :
         {"mr",  "mw",  "mk",  "mv",  "ma", "mg", "w_bias", "r_k", "Ww1",  "Ww2",  "Wa1",   "Wa2",
          "Wg1", "Wg2", "k_k", "k_a", "Wr", "Wk", "Wv",     "Wo",  "ln_w", "ln_b", "a_bias"}) {
      CAPTURE(name);
      CHECK(failures_without_first_number(kName, layer + name).contains(layer.substr(0, 6) + " output"));
    }
  }
  for (const std::string name : {"Wv1", "Wv2", "v_bias"}) {
    CAPTURE(name);
    CHECK(failures_without_first_number(kName, "layer1." + name).starts_with("layer1 output (at once)\n"));
  }
  // The first layer's values are the later one's too.
  CHECK(failures_without_first_number(kName, "layer0.Wv").contains("layer1 output"));
  CHECK_FALSE(failures_without_first_number(kName, "layer0.Wk").contains("layer1 output"));
}

TEST_CASE("parameters of RWKV-7 are obeyed") {
  CHECK(
      failures_with(kName, R"("group_norm_eps":0.00064)", R"("group_norm_eps":0.1)") ==
      "layer0 output (at once)\nlayer1 output (at once)\nlayer0 output (token by token)\nlayer1 output (token by "
      "token)\n");
  CHECK(test::refused_with(kName, R"("n_head":2)", R"("n_head":1)", "'weights.layer0.mr' has the shape [8]"));
  CHECK(test::refused_with(kName, R"("T":9)", R"("T":3)", "the state was recorded behind more tokens"));
  CHECK(test::refused_with(kName, R"("head_size":4)", R"("head_size":1000000)",
                           "a tensor of 4000018000000 numbers can't be meant"));
  CHECK(test::refused_with(kName, R"("layer0.Wa1":{"shape":[8,3])", R"("layer0.Wa1":{"shape":[0,3])",
                           "'weights.layer0.Wa1' has the shape [0, 3] and 24 numbers"));
}

}  // namespace kvtally::rwkv7_test
