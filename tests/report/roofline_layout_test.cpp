#include "report/roofline_layout.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <numeric>

#include "report/laid_out.hpp"
#include "support/print.hpp"

namespace kvtally::roofline_layout_test {

namespace {

using test::laid;

const PartTime& part(const StepTime& step, std::string_view name) {
  const auto found = std::ranges::find(step.parts, name, &PartTime::name);
  REQUIRE(found != step.parts.end());
  return *found;
}

double link_seconds(const StepTime& step) {
  double sum = 0;
  for (const PartTime& each : step.parts) {
    sum += each.bound == Bound::link ? each.seconds.value : 0;
  }
  return sum;
}

TEST_CASE("one device is a layout that sends nothing") {
  for (const std::string id : {"llama-2-7b", "deepseek-v3.2", "gpt-oss-20b", "kimi-linear", "whisper-large-v3"}) {
    CAPTURE(id);
    const Wide context = id == "whisper-large-v3" ? 448 : 4096;
    const Roofline alone = test::roofline(id, test::question(context, 8));
    const Roofline one = laid(id, {}, 8, context);
    REQUIRE(one.layout);
    CHECK(one.layout->sent.total() == Bytes{});
    CHECK(one.decode.total.value == doctest::Approx(alone.decode.total.value));
    CHECK(one.decode.weight_bytes == alone.decode.weight_bytes);
    CHECK(one.decode.cache_bytes == alone.decode.cache_bytes);
    CHECK(one.decode.operations == alone.decode.operations);
    CHECK(one.decode.parts.size() == alone.decode.parts.size());
    CHECK(link_seconds(one.decode) == 0);
  }
}

TEST_CASE("V3 on TP 8: the latents are whole on each device, the heads that read them are not") {
  const Roofline r = laid("deepseek-v3", {8, 1, 1, 1, 1}, 1, 131072);
  const PartTime& entries = part(r.decode, "mla entries");
  CHECK(entries.bytes == Bytes{Wide{131072} * 1152 * 61});  // 9,210,691,584
  const auto flop_per_byte = intensity(entries.operations, entries.bytes);
  CHECK(*flop_per_byte == doctest::Approx(241.7777 / 8).epsilon(1e-5));
  // 2 x 7/8 of 7,168 elements of 2 bytes, after the attention and the feed-forward of 61 layers
  const PartTime& sent = part(r.decode, "all-reduce");
  CHECK(sent.bytes == Bytes{2 * 7 * 7168 * 2 / 8 * 122});
  CHECK(sent.bound == Bound::link);
  CHECK(sent.seconds.value == doctest::Approx(2 * 7 * 7168 * 2 / 8 * 122 / 1e11));
}

TEST_CASE("a token's time is the sum of its stages' and of what is sent") {
  for (const Placement& placement :
       {Placement{4, 1, 4, 2, 1}, Placement{2, 1, 3, 4, 8}, Placement{1, 2, 2, 1, 1}, Placement{8, 1, 1, 2, 16}}) {
    CAPTURE(print_placement(placement));
    const Roofline r = laid("deepseek-v3", placement, 64);
    double sum = link_seconds(r.decode);
    Bytes weights;
    std::int64_t stages = 0;
    std::int64_t layers = 0;
    for (const StageGroup& stage : r.layout->stages) {
      const std::int64_t count = stage.last - stage.first + 1;
      CHECK(stage.first == stages + 1);
      stages = stage.last;
      layers += count * stage.layers;
      sum += stage.decode.total.value * static_cast<double>(count);
      weights += stage.decode.weight_bytes * count;
    }
    CHECK(stages == placement.pp);
    CHECK(layers == 61);
    CHECK(sum == doctest::Approx(r.decode.total.value));
    CHECK(weights == r.decode.weight_bytes);
    CHECK(r.decode.overlapped <= r.decode.total);
    CHECK(r.layout->at_once == (64 / placement.dp + placement.pp - 1) / placement.pp);
    const double parts =
        std::accumulate(r.decode.parts.begin(), r.decode.parts.end(), 0.0,
                        [](double before, const PartTime& each) { return before + each.seconds.value; });
    CHECK(parts == doctest::Approx(r.decode.total.value));
  }
}

TEST_CASE("more tensor parallelism is never slower but for the link") {
  for (const std::string id : {"deepseek-v3", "llama-3.1-70b", "gpt-oss-120b", "qwen3-next-80b-a3b"}) {
    CAPTURE(id);
    double before = 1e9;
    for (std::int64_t tp = 1; tp <= 16; tp *= 2) {
      RooflineQuestion asked = test::question(32768, 16);
      asked.placement = Placement{tp, 1, 1, 1, 1};
      const auto weights = weight_load_for(test::model_of(id), {});
      const auto r = roofline_of(test::model_of(id), *weights, {test::linked_device(), false}, asked);
      if (!r) {
        continue;  // what does not divide
      }
      const double own = r->decode.total.value - link_seconds(r->decode);
      CHECK(own <= before * (1 + 1e-12));
      before = own;
    }
    CHECK(before < 1e9);
  }
}

TEST_CASE("the steps of a layout are those of fit and plan") {
  const Model model = test::model_of("deepseek-v3");
  const auto weights = weight_load_for(model, {});
  const Placement placement{4, 1, 2, 2, 8};
  RooflineQuestion asked = test::question(8192, 12);
  asked.placement = placement;
  asked.prefill = Prefill{Tokens{0}, Tokens{8192}, 2048, 1, false, {}};
  asked.batches = {12, 24};
  const auto r = roofline_of(model, *weights, {test::linked_device(), false}, asked);
  REQUIRE(r);
  const Demand demand = demand_of(Tokens{8192});
  const auto layout = lay_out(model, *weights, placement, demand);
  const auto rates = rates_of(*layout, test::linked_device(), false);
  const auto timed = [&](const LayoutWork& work) {
    return time_of(work, placement, test::linked_device(), *rates).total.value;
  };
  CHECK(r->decode.total.value == doctest::Approx(timed(step_work(*layout, model, demand, 12, {}))));
  CHECK(r->prefill->total.value ==
        doctest::Approx(timed(first_token_work(*layout, model, demand, Tokens{8192}, {}))));
  REQUIRE(r->sweep.size() == 2);
  CHECK(r->sweep[0].step.total == r->decode.total);
  CHECK(r->sweep[1].step.total.value == doctest::Approx(timed(step_work(*layout, model, demand, 24, {}))));
  CHECK(r->layout->side_by_side);
}

TEST_CASE("drafts on a layout: the check by all stages, the drafts by the last") {
  RooflineQuestion asked = test::question(4096, 8);
  asked.placement = Placement{2, 1, 2, 1, 1};
  asked.drafting = Drafting{2, 1};
  const Roofline r = test::roofline("deepseek-v3", asked, test::linked_device());
  REQUIRE(r.drafted);
  REQUIRE(r.drafted->draft);
  CHECK(r.drafted->check.total > r.decode.total);
  CHECK(r.drafted->seconds.value ==
        doctest::Approx(r.drafted->check.total.value + 2 * r.drafted->draft->total.value));
  CHECK(r.drafted->per_token.value == doctest::Approx(r.drafted->seconds.value / 3));
}

TEST_CASE("a link without a published rate is left out, and a placement that does not divide is refused") {
  RooflineQuestion asked = test::question(4096);
  asked.placement = Placement{4, 1, 1, 1, 1};
  const Roofline r = test::roofline("llama-2-7b", asked, test::round_device());
  CHECK(link_seconds(r.decode) == 0);
  CHECK(r.decode.parts.back().bytes > Bytes{});
  CHECK(std::ranges::find(r.assumptions, "the rate of a link between the devices is not published: left out") !=
        r.assumptions.end());
  asked.placement = Placement{3, 1, 1, 1, 1};
  const auto refused = roofline_of(test::model_of("llama-2-7b"), {}, {test::round_device(), false}, asked);
  REQUIRE_FALSE(refused);
  CHECK_FALSE(refused.error().empty());
}

}  // namespace

}  // namespace kvtally::roofline_layout_test
