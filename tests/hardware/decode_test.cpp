#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "account/one_layer.hpp"
#include "account/random_composition.hpp"
#include "hardware/roofline.hpp"
#include "hardware/roofline_models.hpp"
#include "model/presets.hpp"
#include "support/print.hpp"

namespace kvtally::decode_test {

namespace {

using test::lecture_rates;
using test::part_of;
using test::zoo_model;

constexpr Wide k128 = 131072;

StepTime decoded(const Model& model, const WeightLoad& weights, Wide context, std::int64_t sequences = 1) {
  return decode_time(model, weights, {Tokens{context}, sequences, 1, {}}, lecture_rates());
}

double entries_intensity(const Model& model, const std::string& kind) {
  const StepTime step = decoded(model, {}, k128);
  const PartTime& part = part_of(step, kind + " entries");
  return *intensity(part.operations, part.bytes);
}

// The shape of V3 with other heads, as the lecture compares them.
Model v3_with(std::int64_t key_value_heads) {
  return test::model_of(full_attention(key_value_memory({128, key_value_heads, 128, 128})), 61);
}

TEST_CASE("attention's own intensity in decode: query heads that share what is read") {
  CHECK(entries_intensity(v3_with(128), "mha") == 1);
  CHECK(entries_intensity(v3_with(8), "gqa") == 16);
  CHECK(entries_intensity(zoo_model("llama-2-70b"), "gqa") == 8);
  // 128 heads x (576 + 512) multiply-adds on 1152 bytes
  CHECK(entries_intensity(zoo_model("deepseek-v3"), "mla") == doctest::Approx(241.7778).epsilon(1e-6));
  CHECK(entries_intensity(zoo_model("deepseek-v4-pro"), "csa") == 256);
  CHECK(entries_intensity(zoo_model("deepseek-v4-pro"), "hca") == 256);
  CHECK(entries_intensity(zoo_model("deepseek-v4-flash"), "csa") == 128);
}

TEST_CASE("the lecture's milliseconds: 128K of V3's shapes from one TPU v7 chip") {
  const auto milliseconds = [](const Model& model) { return decoded(model, {}, k128).cache_seconds.value * 1e3; };
  CHECK(milliseconds(v3_with(128)) == doctest::Approx(71.10).epsilon(1e-4));
  CHECK(milliseconds(v3_with(8)) == doctest::Approx(4.444).epsilon(1e-4));
  CHECK(milliseconds(v3_with(1)) == doctest::Approx(0.5554).epsilon(1e-4));
  CHECK(milliseconds(zoo_model("deepseek-v3")) == doctest::Approx(1.250).epsilon(1e-3));
  CHECK(*ridge(lecture_rates()) == doctest::Approx(2307.0 / 7.37));
}

TEST_CASE("DeepSeek-V3.2 reads 2048 entries and scans every index key") {
  const StepTime step = decoded(zoo_model("deepseek-v3.2"), {}, k128);
  const PartTime& entries = part_of(step, "dsa entries");
  CHECK(entries.bytes == Bytes{Wide{2048} * 1152 * 61});
  CHECK(entries.moving.value * 1e3 == doctest::Approx(0.0195).epsilon(0.005));
  const PartTime& scan = part_of(step, "index scan");
  CHECK(scan.bytes == Bytes{k128 * 256 * 61});
  CHECK(scan.moving.value * 1e3 == doctest::Approx(0.278).epsilon(0.002));
  CHECK(part_of(step, "written").written == Bytes{(1152 + 256) * 61});
}

TEST_CASE("--active 37B at a byte each, and V3's own weights without the embedding") {
  const Model model = zoo_model("deepseek-v3");
  DecodeStep step{Tokens{k128}, 1, 1, {}};
  const WeightLoad weights = test::weights_at(model, 1, "fp8_e4m3");
  const StepTime own = decode_time(model, weights, step, lecture_rates());
  CHECK(own.weight_seconds.value * 1e3 == doctest::Approx(4.97).epsilon(0.002));
  step.reading.active = Bytes{37'000'000'000};
  const StepTime given = decode_time(model, weights, step, lecture_rates());
  CHECK(given.weight_bytes == Bytes{37'000'000'000});
  CHECK(given.weight_seconds.value * 1e3 == doctest::Approx(5.020).epsilon(1e-4));
  CHECK(given.operations == own.operations);
  CHECK(part_of(given, "weights as given").weights);
}

TEST_CASE("a tied head is the embedding, read whole; another embedding gives a row a token") {
  const Model tied = zoo_model("gemma-3-1b");
  const StepTime step = decoded(tied, test::weights_at(tied, 2), 100, 3);
  const Wide row = Wide{*tied.naive.hidden_size} * 2;
  CHECK(part_of(step, "head").bytes == Bytes{*tied.vocab_size * row});
  CHECK(part_of(step, "head").operations == Operations{*tied.vocab_size * row * 3});
  CHECK(part_of(step, "embedding rows").bytes == Bytes{3 * row});
  const Model apart = zoo_model("llama-2-7b");
  const WeightLoad weights = test::weights_at(apart, 2);
  const StepTime other = decoded(apart, weights, 100);
  CHECK(part_of(other, "embedding rows").bytes == Bytes{4096 * 2});
  CHECK(other.weight_bytes == Bytes{Wide{13'476'831'232} - Wide{32000} * 4096 * 2 + 4096 * 2});
  const StepTime whole = decode_time(apart, weights, {Tokens{100}, 1, 1, {true, {}}}, lecture_rates());
  CHECK(whole.weight_bytes == Bytes{13'476'831'232});
}

TEST_CASE("experts: what is chosen by one token, all of them by many") {
  const Model model = zoo_model("gpt-oss-20b");
  const WeightLoad weights = test::weights_at(model, 2);
  Wide one = 0;
  Wide all = 0;
  for (const WeightGroup& group : weights.groups) {
    if (group.copies > group.active) {
      one += group.copy.value * group.layers * group.active;
      all += group.total().value;
    }
  }
  CHECK(part_of(decoded(model, weights, 10), "experts").bytes == Bytes{one});
  CHECK(part_of(decoded(model, weights, 10, 100'000), "experts").bytes == Bytes{all});
  // 32 x (1 - (1 - 4/32)^2) = 7.5 experts
  CHECK(static_cast<double>(part_of(decoded(model, weights, 10, 2), "experts").bytes.value) ==
        doctest::Approx(static_cast<double>(one) * 7.5 / 4));
}

TEST_CASE("a state is read and written") {
  const StepTime step = decoded(zoo_model("rwkv-7"), {}, 1000);
  const PartTime& state = part_of(step, "state");
  CHECK(state.bytes > Bytes{0});
  CHECK(state.written == state.bytes);
  CHECK(state.moving == time_to_move(state.bytes + state.written, lecture_rates().bandwidth));
}

TEST_CASE("without a published peak the bound by bandwidth stands") {
  Rates rates = lecture_rates();
  rates.matmul.reset();
  rates.attention.reset();
  const Model model = zoo_model("llama-2-7b");
  const StepTime step = decode_time(model, test::weights_at(model, 2), {Tokens{100}, 1, 1, {}}, rates);
  CHECK(step.bound == Bound::memory);
  CHECK(step.total.value == doctest::Approx(step.overlapped.value));
  CHECK(step.operations > Operations{0});
  CHECK_FALSE(ridge(rates));
}

WeightLoad any_weights() {
  WeightLoad load;
  constexpr std::array kParts{WeightPart::attention, WeightPart::feed_forward, WeightPart::experts,
                              WeightPart::head, WeightPart::norm};
  for (const WeightPart part : kParts) {
    const std::int64_t copies = part == WeightPart::experts ? test::pick(1, 64) : 1;
    load.groups.push_back({part, "", "matrix", test::pick(1, 60), copies, test::pick(1, copies),
                           Bytes{test::pick(1, 1 << 20)}, MultiplyAdds{test::pick(0, 1 << 20)}, "bf16"});
  }
  return load;
}

Rates any_rates() { return test::rates(test::pick(1, 8000), test::pick(1, 4000)); }

constexpr double kRounding = 1 + 1e-12;

TEST_CASE("property: more bandwidth or arithmetic is never slower, and no time is below bytes / peak") {
  CHECK(rc::check([] {
    const Model model = test::random_model();
    const WeightLoad weights = any_weights();
    const DecodeStep step{Tokens{test::pick(1, 200)}, test::pick(1, 64), test::pick(1, 4), {}};
    Rates rates = any_rates();
    const StepTime slow = decode_time(model, weights, step, rates);
    const Bytes all = slow.weight_bytes + slow.cache_bytes + slow.written_bytes;
    RC_ASSERT(slow.overlapped >= time_to_move(all, rates.bandwidth));
    RC_ASSERT(slow.overlapped.value * kRounding >= time_to_compute(slow.operations, *rates.matmul).value);
    RC_ASSERT(slow.total.value * kRounding >= slow.overlapped.value);
    for (const PartTime& part : slow.parts) {
      RC_ASSERT(part.seconds >= time_to_move(part.bytes + part.written, rates.bandwidth));
    }
    rates.bandwidth = rates.bandwidth * test::pick(1, 3) + ByteRate{1};
    *rates.matmul += OperationRate{test::pick(0, 1'000'000'000)};
    rates.attention = rates.matmul;
    const StepTime fast = decode_time(model, weights, step, rates);
    RC_ASSERT(fast.total.value <= slow.total.value * kRounding);
    RC_ASSERT(fast.overlapped.value <= slow.overlapped.value * kRounding);
  }));
}

TEST_CASE("property: a larger batch never lowers a step's time, and a token's share of the weights never rises") {
  CHECK(rc::check([] {
    const Model model = test::random_model();
    const WeightLoad weights = any_weights();
    const Rates rates = any_rates();
    DecodeStep step{Tokens{test::pick(1, 200)}, test::pick(1, 500), 1, {}};
    const StepTime small = decode_time(model, weights, step, rates);
    step.sequences += test::pick(1, 500);
    const StepTime large = decode_time(model, weights, step, rates);
    RC_ASSERT(large.total.value * kRounding >= small.total.value);
    RC_ASSERT(large.weight_bytes >= small.weight_bytes);
    RC_ASSERT(large.cache_bytes >= small.cache_bytes);
  }));
}

}  // namespace

}  // namespace kvtally::decode_test
