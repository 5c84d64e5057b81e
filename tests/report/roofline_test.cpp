#include "report/roofline.hpp"

#include <algorithm>
#include <doctest/doctest.h>

#include "report/rooflines.hpp"
#include "support/print.hpp"

namespace kvtally::roofline_test {

namespace {

using test::question;
using test::roofline;

TEST_CASE("a report holds what was asked, and no more") {
  const Roofline plain = roofline("llama-2-7b", question(4096));
  CHECK_FALSE(plain.prefill);
  CHECK_FALSE(plain.drafted);
  CHECK(plain.sweep.empty());
  CHECK(plain.crossover == Tokens{25'205});
  CHECK(plain.weights_read == plain.decode.weight_bytes);
  CHECK_FALSE(plain.temporary);
  CHECK(plain.scattered.empty());
  CHECK_FALSE(plain.reached_decode);  // nobody knows what such a device reaches
  CHECK(printable(plain));

  RooflineQuestion all = question(4096, 2);
  all.prefill = Prefill{Tokens{0}, Tokens{100}, 0, 2, false, {}};
  all.drafting = Drafting{1, 0.5};
  all.batches = {1, 2, 4};
  const Roofline full = roofline("llama-2-7b", all);
  CHECK(full.prefill);
  CHECK(full.pass);
  CHECK(full.drafted);
  REQUIRE(full.sweep.size() == 3);
  CHECK(full.sweep[1].step.total == full.decode.total);
  CHECK(full.sweep[2].step.cache_bytes == full.decode.cache_bytes * 2);
}

TEST_CASE("what such devices reach stands beside the peaks") {
  Device device = test::round_device();
  device.usual = {"such parts", 500, 500, "a table"};
  const Roofline r = roofline("llama-2-7b", question(4096), device);
  REQUIRE(r.reached_decode);
  CHECK(r.reached_decode->total.value == doctest::Approx(2 * r.decode.total.value));
  CHECK(r.reached_by.front() == "round: 0.500 of its bandwidth, as such parts usually reach");
}

TEST_CASE("a mean over experts is said where several tokens choose") {
  const auto says = [](const Roofline& r) {
    return std::ranges::any_of(r.assumptions, [](const auto& a) { return a.starts_with("experts that several"); });
  };
  CHECK(says(roofline("gpt-oss-20b", question(100, 2))));
  CHECK_FALSE(says(roofline("gpt-oss-20b", question(100))));
  CHECK_FALSE(says(roofline("llama-2-7b", question(100, 2))));
}

TEST_CASE("without weights the caches stand alone") {
  const auto r = roofline_of(test::model_of("llama-2-7b"), {}, {test::round_device(), false}, question(100));
  REQUIRE(r);
  CHECK_FALSE(r->weights_read);
  CHECK_FALSE(r->crossover);
  CHECK(r->decode.weight_bytes == Bytes{0});
  CHECK(r->decode.cache_bytes == Bytes{100 * 524288});
}

TEST_CASE("a device without a bandwidth has no times, and counts beyond 64 bits are not printable") {
  Device bare;
  bare.id = "bare";
  CHECK_FALSE(roofline_of(test::model_of("llama-2-7b"), {}, {bare, false}, question(100)));
  CHECK_FALSE(printable(roofline("llama-2-7b", question((Wide{1} << 40) - 1, 1 << 23))));
}

}  // namespace

}  // namespace kvtally::roofline_test
