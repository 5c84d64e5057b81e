#include <doctest/doctest.h>

#include "hardware/roofline.hpp"
#include "support/print.hpp"

namespace kvtally::step_time_test {

namespace {

TEST_CASE("a part takes the longer of moving and computing, each format at its own peak") {
  PartWork part;
  part.name = "shared experts and router";
  part.kind = "experts";
  part.weights = true;
  part.bytes = Bytes{1000};
  part.macs = {{"bf16", MultiplyAdds{500}}, {"fp8_e4m3", MultiplyAdds{500}}};
  Rates rates;
  rates.bandwidth = ByteRate{1'000'000};
  rates.matmul = OperationRate{1'000'000};
  rates.matmul_of.emplace("fp8_e4m3", OperationRate{2'000'000});
  const StepTime step = time_of(StepWork{part, PartWork{"nothing", "", false, {}, {}, {}}}, rates);
  REQUIRE(step.parts.size() == 1);
  CHECK(step.parts[0].moving.value == doctest::Approx(1e-3));
  CHECK(step.parts[0].computing.value == doctest::Approx(1e-3 + 0.5e-3));
  CHECK(step.parts[0].bound == Bound::compute);
  CHECK(step.total == step.parts[0].computing);
  CHECK(step.weight_bytes == Bytes{1000});
  CHECK(step.operations == Operations{2000});
}

TEST_CASE("operations without a published peak take no time") {
  PartWork part;
  part.name = "gqa entries";
  part.bytes = Bytes{1000};
  part.macs = {{"", MultiplyAdds{1'000'000'000}}};
  Rates rates;
  rates.bandwidth = ByteRate{1'000'000};
  const StepTime step = time_of(StepWork{part}, rates);
  CHECK(step.total.value == doctest::Approx(1e-3));
  CHECK(step.bound == Bound::memory);
  CHECK(step.cache_bytes == Bytes{1000});
}

}  // namespace

}  // namespace kvtally::step_time_test
