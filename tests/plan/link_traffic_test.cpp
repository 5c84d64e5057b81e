#include "plan/link_traffic.hpp"

#include "plan/loads.hpp"

namespace kvtally::link_traffic_test {

namespace {

LinkTraffic traffic(const std::string& id, const Placement& placement, std::int64_t tokens) {
  const auto out = link_traffic(test::model_of(id), placement, tokens, bf16());
  REQUIRE(out.has_value());
  return *out;
}

TEST_CASE("one device sends nothing") {
  CHECK(traffic("deepseek-v3", {}, 100) == LinkTraffic{});
  CHECK(traffic("deepseek-v3", {.dp = 8}, 100) == LinkTraffic{});
}

TEST_CASE("two sums a layer, each a ring") {
  // 64 tokens × 8192 × 2 bytes, 160 sums, 2 × 7/8.
  CHECK(traffic("llama-3.1-70b", {.tp = 8}, 64).all_reduce.value == Wide{1048576} * 160 * 14 / 8);
  CHECK(traffic("llama-3.1-70b", {.tp = 8}, 64).total() == traffic("llama-3.1-70b", {.tp = 8}, 64).all_reduce);
  // Experts within the group of a request: every device has the token already.
  CHECK(traffic("deepseek-v3", {.tp = 8, .ep = 8}, 64) == traffic("deepseek-v3", {.tp = 8}, 64));
}

TEST_CASE("experts over data-parallel groups: there and back") {
  // 128 tokens × 7168 × 2 bytes × 8 experts × 31/32, twice, in 58 layers.
  const LinkTraffic attention_dp = traffic("deepseek-v3", {.dp = 32, .ep = 32}, 128);
  CHECK(attention_dp.all_to_all.value == Wide{2} * 58 * (1835008 * 8 / 32 * 31));
  CHECK(attention_dp.all_reduce.value == 0);
  // A group of four sends a quarter of its tokens each; 61 sums behind attention and 3 behind dense feed-forwards.
  const LinkTraffic both = traffic("deepseek-v3", {.tp = 4, .dp = 8, .ep = 32}, 128);
  CHECK(both.all_to_all.value * 4 == attention_dp.all_to_all.value);
  CHECK(both.all_reduce.value == Wide{1835008} * 64 * 6 / 4);
}

TEST_CASE("stages hand on hidden states, context groups partial sums") {
  CHECK(traffic("llama-3.1-70b", {.pp = 4}, 10).stages.value == 3 * 10 * 8192 * 2);
  // 128 heads × (512 × 2 + 4 bytes) × 3/4 in 61 layers.
  CHECK(traffic("deepseek-v3", {.cp = 4}, 1).context.value == 61 * 98688);
  // Window and pooled rows have one sum: 64 heads × (512 × 2 + 4) / 2 in 43 layers.
  CHECK(traffic("deepseek-v4-flash", {.cp = 2}, 1).context.value == 43 * 32896);
}

TEST_CASE("sizes that are not known are named") {
  Model model = test::model_of("deepseek-v3");
  model.naive.hidden_size.reset();
  model.weights.sizes.erase("num_experts_per_tok");
  CHECK(link_traffic(model, {}, 1, bf16()).has_value());
  const auto out = link_traffic(model, {.dp = 2, .ep = 2}, 1, bf16());
  REQUIRE_FALSE(out.has_value());
  CHECK(out.error() ==
        std::vector<std::string>{"hidden_size is not known: what devices send each other is vectors of that width",
                                 "num_experts_per_tok is not known: a token is sent to so many experts"});
}

}  // namespace

}  // namespace kvtally::link_traffic_test
