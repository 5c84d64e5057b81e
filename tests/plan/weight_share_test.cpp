#include "plan/weight_share.hpp"

#include "plan/loads.hpp"

namespace kvtally::weight_share_test {

namespace {

using enum WeightPart;
using test::held;

TEST_CASE("grouped queries: projections by heads, those of keys and values replicated past their number") {
  const Model model = test::model_of("llama-3.1-70b");  // 80 layers, 8192 wide, 64 and 8 heads of 128
  CHECK(held(model, {.tp = 16}, attention, "query projection") == Wide{80} * 8192 * 8192 / 16);
  CHECK(held(model, {.tp = 16}, attention, "output projection") == Wide{80} * 8192 * 8192 / 16);
  CHECK(held(model, {.tp = 16}, attention, "key projection") == Wide{80} * 8192 * 128);
  CHECK(held(model, {.tp = 4}, attention, "value projection") == Wide{80} * 8192 * 256);
  CHECK(held(model, {.tp = 16}, feed_forward, "gate, up and down projections") ==
        Wide{80} * 3 * 8192 * 28672 / 16);
  CHECK(held(model, {.tp = 16}, norm, "norms of the layers") == Wide{80} * 2 * 8192);
  CHECK(held(model, {.tp = 16}, embedding, "token embedding") == Wide{8016} * 8192);
  CHECK(held(model, {.cp = 5}, head, "output head") == Wide{25652} * 8192);  // ⌈128256 ÷ 5⌉ rows
}

TEST_CASE("latents: what makes the latents is whole, what opens them is divided") {
  const Model model = test::model_of("deepseek-v3.2");  // 61 layers, 7168 wide, 128 heads
  const Placement tp{.tp = 8};
  CHECK(held(model, tp, attention, "query down-projection") == Wide{61} * 7168 * 1536);
  CHECK(held(model, tp, attention, "latent projection") == Wide{61} * 7168 * 576);
  CHECK(held(model, tp, attention, "query projection") == Wide{61} * 1536 * 16 * 192);
  CHECK(held(model, tp, attention, "key and value up-projection") == Wide{61} * 512 * 16 * 256);
  CHECK(held(model, tp, attention, "index queries") == Wide{61} * 1536 * 64 * 128);
  CHECK(held(model, tp, attention, "index keys") == Wide{61} * 7168 * 128);
}

TEST_CASE("context parallelism divides feed-forwards further, and attention not") {
  const Model model = test::model_of("llama-3.1-70b");
  const Placement both{.tp = 4, .cp = 4};
  CHECK(held(model, both, attention, "query projection") == held(model, {.tp = 4}, attention, "query projection"));
  CHECK(held(model, both, feed_forward, "gate, up and down projections") ==
        held(model, {.tp = 16}, feed_forward, "gate, up and down projections"));
}

TEST_CASE("experts: each divided, or whole ones over ep, within a dp group and across them") {
  const Model model = test::model_of("deepseek-v3");  // 58 layers of 256 experts, 3 × 7168 × 2048 each
  const Wide expert = 44040192;
  const auto experts = [&](const Placement& placement) {
    return held(model, placement, WeightPart::experts, "gate, up and down projections");
  };
  CHECK(experts({}) == Wide{58} * 256 * expert);
  CHECK(experts({.tp = 8}) == Wide{58} * 32 * expert);
  CHECK(experts({.tp = 8, .ep = 8}) == Wide{58} * 32 * expert);
  CHECK(experts({.tp = 8, .ep = 2}) == Wide{58} * 32 * expert);
  CHECK(experts({.tp = 8, .dp = 2, .ep = 8}) == Wide{58} * 32 * expert);
  CHECK(experts({.tp = 8, .dp = 2, .ep = 16}) == Wide{58} * 16 * expert);
  CHECK(experts({.dp = 32, .ep = 32}) == Wide{58} * 8 * expert);
  // 256 over 24: 11 on the fullest, in bytes of each of the 256.
  CHECK(experts({.dp = 24, .ep = 24}) == Wide{58} * 256 * ((expert * 11 + 255) / 256));
  CHECK(held(model, {.dp = 32, .ep = 32}, WeightPart::experts, "shared experts") == Wide{58} * expert);
  CHECK(held(model, {.tp = 8, .ep = 8}, WeightPart::experts, "shared experts") == Wide{58} * expert / 8);
  CHECK(held(model, {.tp = 8, .ep = 8}, WeightPart::experts, "router") == Wide{58} * 7168 * 256);
}

TEST_CASE("states: fused projections by their channels") {
  const Model model = test::model_of("qwen3-next-80b-a3b");  // 36 layers, 2048 wide, 16 and 32 heads of 128
  CHECK(held(model, {.tp = 8}, attention, "query, key and value projections") == Wide{36} * 2048 * 1024);
  CHECK(held(model, {.tp = 8}, attention, "gate projection") == Wide{36} * 2048 * 512);
  // 12 full layers with 2 KV heads of 256.
  CHECK(held(model, {.tp = 8}, attention, "key projection") == Wide{12} * 2048 * 256);
  const Model bamba = test::model_of("bamba-9b");  // 128 heads of 64, one group of 128, 4096 wide, 29 layers
  CHECK(held(bamba, {.tp = 4}, attention, "input projection") ==
        count_of(bamba.order, bamba.order.front().layer) * Wide{4096} * (2048 + 2048 + 256 + 32));
}

TEST_CASE("DeepSeek-V4: groups of the output by tp, the shared row's projection whole") {
  const Model model = test::model_of("deepseek-v4-flash");  // 43 layers, 64 heads of 512, 8 groups of rank 1024
  CHECK(held(model, {.tp = 8}, attention, "output down-projections") == Wide{43} * 4096 * 1024);
  CHECK(held(model, {.tp = 8}, attention, "key-value projection") == Wide{43} * 4096 * 512);
  CHECK(held(model, {.tp = 8}, attention, "sinks") == Wide{43} * 8);
}

}  // namespace

}  // namespace kvtally::weight_share_test
