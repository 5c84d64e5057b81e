#include "hardware/recompute.hpp"

#include <doctest/doctest.h>

#include "hardware/roofline_models.hpp"

namespace kvtally::recompute_test {

namespace {

using test::zoo_model;

// Each step as a prompt of its own, whose last position alone gets logits.
MultiplyAdds step_by_step(const Model& model, const WeightLoad& weights, Wide tokens) {
  MultiplyAdds out;
  for (Wide t = 1; t <= tokens; ++t) {
    for (const PartWork& part : prefill_work(model, weights, {Tokens{0}, Tokens{t}, 0, 1, false, {}})) {
      for (const auto& [format, macs] : part.macs) {
        out += macs;
      }
    }
  }
  return out;
}

TEST_CASE("without a cache: pairs make a cube, tokens a square") {
  const Model model = zoo_model("llama-3.1-405b");
  const WeightLoad weights = test::weights_at(model, 1);
  // 4 steps: 1 + 2 + 3 + 4 = 10 tokens, 1 + 3 + 6 + 10 = 20 pairs; 126 layers of 128 heads, keys and values of 128
  const auto four = recomputing_arithmetic(model, weights, Tokens{4});
  REQUIRE(four.has_value());
  CHECK(four->attention == MultiplyAdds{Wide{20} * 126 * 128 * (128 + 128)});
  const auto one = recomputing_arithmetic(model, weights, Tokens{1});
  REQUIRE(one.has_value());
  CHECK(one->all == pass_arithmetic(model, weights, Tokens{1}).all);  // nothing is there to be stored
}

TEST_CASE("without a cache: as prompts of 1 … N tokens, one after the other") {
  for (const char* id : {"llama-3.1-405b", "deepseek-v3", "kimi-linear-48b-a3b", "llama-2-7b", "palm-540b"}) {
    CAPTURE(id);
    const Model model = zoo_model(id);
    const WeightLoad weights = test::weights_at(model, 1);
    for (const Wide tokens : {1, 2, 7, 40}) {
      const auto all = recomputing_arithmetic(model, weights, Tokens{tokens});
      REQUIRE(all.has_value());
      CHECK(all->all == step_by_step(model, weights, tokens));
    }
  }
}

TEST_CASE("without a cache: what is not counted") {
  const auto error = [](const char* id, Wide tokens) {
    const Model model = zoo_model(id);
    const auto out = recomputing_arithmetic(model, test::weights_at(model, 1), Tokens{tokens});
    return out ? "" : out.error();
  };
  CHECK(error("mistral-7b", 8) == "its swa layers do not read every position before them");
  CHECK(error("deepseek-v3.2", 8) == "its dsa layers do not read every position before them");
  CHECK(error("llama-2-7b", 0) == "0 tokens: the cube is counted from 1 to 1,073,741,824 tokens");
  CHECK(error("llama-2-7b", (Wide{1} << 30) + 1) ==
        "1,073,741,825 tokens: the cube is counted from 1 to 1,073,741,824 tokens");
}

}  // namespace

}  // namespace kvtally::recompute_test
