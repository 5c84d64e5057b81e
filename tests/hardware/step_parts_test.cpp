#include "hardware/step_parts.hpp"

#include <doctest/doctest.h>

#include "hardware/roofline_models.hpp"
#include "support/print.hpp"

namespace kvtally::step_parts_test {

namespace {

// 1 GB/s and 1 TFLOP/s: a byte takes a nanosecond, a multiply-add two picoseconds.
Rates slow() { return test::rates(1, 1); }

std::vector<std::string> names(const StepTime& step) {
  std::vector<std::string> out;
  for (const PartTime& part : step.parts) {
    out.push_back(part.name);
  }
  return out;
}

TEST_CASE("works of one name and kind are one part; the longer bound is its time") {
  StepParts parts;
  parts.add_cache("entries", "gqa", {Bytes{1000}, {}, MultiplyAdds{100'000}, ""});
  parts.add_cache("entries", "gqa", {Bytes{1000}, Bytes{500}, MultiplyAdds{100'000}, ""});
  parts.add_weights("head", "head", {Bytes{100}, {}, MultiplyAdds{1'000'000}, "bf16"});
  const StepTime step = time_of(parts.take(), slow());
  REQUIRE(step.parts.size() == 2);
  const PartTime& head = step.parts[0];
  CHECK(head.moving.value == doctest::Approx(100e-9));
  CHECK(head.computing.value == doctest::Approx(2e-6));
  CHECK(head.seconds == head.computing);
  CHECK(head.bound == Bound::compute);
  const PartTime& entries = step.parts[1];
  CHECK(entries.bytes == Bytes{2000});
  CHECK(entries.operations == Operations{400'000});
  CHECK(entries.seconds.value == doctest::Approx(2500e-9));
  CHECK(entries.bound == Bound::memory);
  CHECK(step.weight_bytes == Bytes{100});
  CHECK(step.cache_bytes == Bytes{2000});
  CHECK(step.written_bytes == Bytes{500});
  CHECK(step.total.value == doctest::Approx(4.5e-6));
  CHECK(step.overlapped.value == doctest::Approx(2.6e-6));  // 2600 bytes; the arithmetic takes 2.4
  CHECK(step.bound == Bound::memory);
}

TEST_CASE("parts stand in the order of a step, and what does nothing is left out") {
  StepParts parts;
  const PartShare work{Bytes{1}, {}, {}, {}};
  parts.add_cache("written", "gqa", {{}, Bytes{1}, {}, {}});
  parts.add_cache("gqa entries", "gqa", work);
  parts.add_cache("state", "gqa", {});
  parts.add_weights("other weights", "other", work);
  parts.add_weights("head", "head", work);
  parts.add_weights("attention weights", "attention", work);
  CHECK(names(time_of(parts.take(), slow())) ==
        std::vector<std::string>{"attention weights", "head", "other weights", "gqa entries", "written"});
}

TEST_CASE("positions that are dealt over groups leave each its mean share, states are on each") {
  Step step;
  step.read = {Bytes{10}, Bytes{7}, Bytes{5}, Bytes{3}};
  step.written = {Bytes{4}, Bytes{2}, Bytes{5}, Bytes{3}};
  step.arithmetic = {MultiplyAdds{9}, MultiplyAdds{6}, MultiplyAdds{8}};
  const Step dealt = dealt_over(step, 4);
  CHECK(dealt.read == Traffic{Bytes{3}, Bytes{2}, Bytes{5}, Bytes{3}});
  CHECK(dealt.written == Traffic{Bytes{1}, Bytes{1}, Bytes{5}, Bytes{3}});
  CHECK(dealt.arithmetic == Arithmetic{MultiplyAdds{3}, MultiplyAdds{2}, MultiplyAdds{8}});
  CHECK(dealt_over(step, 1) == step);
}

TEST_CASE("the tokens of other groups choose among the same experts") {
  WeightLoad weights;
  weights.groups = {{WeightPart::experts, "sparse", "experts", 1, 8, 2, Bytes{100}, MultiplyAdds{10}, "bf16"}};
  const auto bytes = [&](std::int64_t groups) {
    StepParts parts;
    add_weight_parts(parts, {}, weights, {1, 1, 1, groups}, {});
    return parts.take().front().bytes.value;
  };
  CHECK(bytes(1) == 200);
  CHECK(bytes(2) == 350);  // 8 (1 - (1 - 2/8)^2) = 3.5 experts
}

TEST_CASE("operations a byte") {
  CHECK(intensity(Operations{300}, Bytes{100}) == 3.0);
  CHECK_FALSE(intensity(Operations{300}, Bytes{0}));
}

}  // namespace

}  // namespace kvtally::step_parts_test
