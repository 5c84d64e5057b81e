#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "account/one_layer.hpp"
#include "account/random_composition.hpp"
#include "hardware/roofline.hpp"
#include "hardware/roofline_models.hpp"
#include "model/presets.hpp"
#include "support/print.hpp"

namespace kvtally::prefill_test {

namespace {

using test::lecture_rates;
using test::part_of;
using test::zoo_model;

TEST_CASE("attention's share of V3's multiply-adds: causal, latents expanded") {
  const Model model = zoo_model("deepseek-v3");
  const WeightLoad weights = test::weights_at(model, 1);
  const auto percent = [&](Wide tokens) {
    const PassArithmetic pass = pass_arithmetic(model, weights, Tokens{tokens});
    CHECK(pass.attention == MultiplyAdds{tokens * (tokens + 1) / 2 * 128 * (192 + 128) * 61});
    return 100 * static_cast<double>(pass.attention.value) / static_cast<double>(pass.all.value);
  };
  CHECK(percent(4096) == doctest::Approx(12.3).epsilon(0.004));
  CHECK(percent(32768) == doctest::Approx(52.8).epsilon(0.001));
  CHECK(percent(131072) == doctest::Approx(81.7).epsilon(0.001));
}

TEST_CASE("a prompt in one pass: each weight once, logits of the last position") {
  const Model model = zoo_model("llama-2-7b");
  const WeightLoad weights = test::weights_at(model, 2);
  Prefill prefill{Tokens{0}, Tokens{1000}, 0, 1, false, {}};
  const StepTime last = prefill_time(model, weights, prefill, lecture_rates());
  const Wide head = Wide{32000} * 4096;
  CHECK(part_of(last, "head").operations == Operations{2 * head});
  CHECK(part_of(last, "mha entries").operations == Operations{Wide{1000} * 1001 / 2 * 32 * 256 * 32 * 2});
  CHECK(part_of(last, "mha entries").bytes == Bytes{0});
  CHECK(part_of(last, "written").written == Bytes{Wide{1000} * 524288});
  prefill.all_logits = true;
  const StepTime all = prefill_time(model, weights, prefill, lecture_rates());
  CHECK(part_of(all, "head").operations == Operations{2 * head * 1000});
  CHECK(all.weight_bytes == last.weight_bytes);
  CHECK(all.operations == operations_of(pass_arithmetic(model, weights, Tokens{1000}).all));
}

TEST_CASE("chunks read the weights again, the head once, and what was stored before them") {
  const Model model = zoo_model("llama-2-7b");
  const WeightLoad weights = test::weights_at(model, 2);
  Prefill prefill{Tokens{0}, Tokens{1000}, 0, 1, false, {}};
  const StepTime whole = prefill_time(model, weights, prefill, lecture_rates());
  prefill.chunk = 400;  // 400, 400, 200
  const StepTime chunked = prefill_time(model, weights, prefill, lecture_rates());
  CHECK(chunked.operations == whole.operations);
  CHECK(part_of(chunked, "head").bytes == part_of(whole, "head").bytes);
  CHECK(part_of(chunked, "feed-forward").bytes == part_of(whole, "feed-forward").bytes * 3);
  CHECK(chunked.cache_bytes == Bytes{Wide{400 + 800} * 524288});
  CHECK(chunked.written_bytes == whole.written_bytes);
  prefill.chunk = 5000;
  CHECK(prefill_time(model, weights, prefill, lecture_rates()).weight_bytes == whole.weight_bytes);
}

TEST_CASE("behind a prefix") {
  const Model model = zoo_model("llama-2-7b");
  const Prefill prefill{Tokens{2048}, Tokens{100}, 0, 2, false, {}};
  const StepTime step = prefill_time(model, {}, prefill, lecture_rates());
  CHECK(step.cache_bytes == Bytes{Wide{2048} * 524288 * 2});
  CHECK(step.operations == Operations{Wide{100 * 2048 + 100 * 101 / 2} * 32 * 256 * 32 * 2 * 2});
  CHECK(step.weight_bytes == Bytes{0});
}

TEST_CASE("property: a chunked prompt computes the same and is never faster") {
  CHECK(rc::check([] {
    const Model model = test::random_model();
    WeightLoad weights;
    weights.groups.push_back({WeightPart::feed_forward, "", "up", 3, 1, 1, Bytes{test::pick(1, 5000)},
                              MultiplyAdds{test::pick(1, 5000)}, "bf16"});
    Prefill prefill{Tokens{test::pick(0, 50)}, Tokens{test::pick(1, 100)}, 0, test::pick(1, 4), test::coin(), {}};
    const StepTime whole = prefill_time(model, weights, prefill, lecture_rates());
    prefill.chunk = test::pick(1, 120);
    const StepTime chunked = prefill_time(model, weights, prefill, lecture_rates());
    RC_ASSERT(chunked.operations == whole.operations);
    RC_ASSERT(chunked.weight_bytes >= whole.weight_bytes);
    RC_ASSERT(chunked.total.value * (1 + 1e-12) >= whole.total.value);
    RC_ASSERT(countable(model, weights, prefill));
  }));
}

TEST_CASE("counts beyond 2^120 are seen before they are formed") {
  const Wide most = (Wide{1} << 40) - 1;
  const Model model = test::model_of(full_attention(key_value_memory({1 << 20, 1, 1 << 10, 1 << 10})), 60'000);
  CHECK(countable(model, {}, {Tokens{0}, Tokens{131072}, 0, 1, false, {}}));
  CHECK_FALSE(countable(model, {}, {Tokens{0}, Tokens{most}, 0, 1 << 20, false, {}}));
}

}  // namespace

}  // namespace kvtally::prefill_test
