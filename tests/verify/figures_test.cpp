#include "verify/figures.hpp"

#include <doctest/doctest.h>

#include "model/presets.hpp"

namespace kvtally::figures_test {

namespace {

TEST_CASE("the figures of a window's step, by hand and from both sides") {
  // 4 query heads on 2 key heads, keys of 8 and values of 4 in bf16: an entry has 2 x (8 + 4) x 2 = 48 bytes
  const Layer layer = sliding_attention(key_value_memory({4, 2, 8, 4}), 5);
  StepFigures expected{
      {"stored", 5 * 48},        {"carried", 4 * 48},    {"open", 0}, {"multiplied scores", 4 * (8 + 4) * 5},
      {"multiplied indexer", 0}, {"multiplied state", 0}};
  for (const char* part : {"entries", "indexer", "state", "open"}) {
    expected[std::string("read ") + part] = 0;
    expected[std::string("written ") + part] = 0;
  }
  expected["read entries"] = 5 * 48;
  expected["written entries"] = 48;
  CHECK(figures_by_formula(layer, 9) == expected);
  CHECK(figures_by_running(layer, 9) == expected);
}

TEST_CASE("what cannot be run says why") {
  const auto figures = figures_by_running(feed_forward_layer("mlp"), 3);
  REQUIRE_FALSE(figures.has_value());
  CHECK(figures.error() == "it keeps nothing");
}

TEST_CASE("a comparison leaves out what is zero on both sides, and names what differs") {
  Checks checks{"p", "k"};
  compare("S=3", {{"open", 0}, {"read state", 0}, {"stored", 7}}, {{"open", 0}, {"read state", 2}, {"stored", 7}},
          checks);
  REQUIRE(checks.all().size() == 2);
  CHECK(checks.all()[0].name == "p/S=3 read state");
  CHECK_FALSE(checks.all()[0].passed);
  CHECK(checks.all()[0].unit == "bytes");
  CHECK(checks.all()[1].name == "p/S=3 stored");
  CHECK(checks.all()[1].passed);
  Checks missing{"p", "k"};
  compare("S=3", {{"multiplied state", 7}}, {}, missing);
  CHECK_FALSE(missing.all().at(0).passed);
  CHECK(missing.all().at(0).unit == "multiply-adds");
}

}  // namespace

}  // namespace kvtally::figures_test
