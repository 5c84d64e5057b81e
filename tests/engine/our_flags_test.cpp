#include "engine/our_flags.hpp"

#include <doctest/doctest.h>

#include "support/small_engine.hpp"

namespace kvtally::our_flags_test {

namespace {

TEST_CASE("a flag is found by each of its names") {
  for (const std::string_view name : {"--length", "-len", "-c", "--context"}) {
    REQUIRE(flag_with(test::small_engine(), name) != nullptr);
    CHECK(flag_with(test::small_engine(), name)->names.front() == "--length");
  }
  CHECK(flag_with(test::small_engine(), "--contex") == nullptr);
}

TEST_CASE("names of ours become the engine's own") {
  const auto flags = named_by_engine(test::small_engine(), {{"--context", "8K"}, {"--batch", "4"}, {"--tp", "1"}});
  REQUIRE(flags.has_value());
  CHECK(*flags == FlagTexts{{"--length", "8K"}, {"--seats", "4"}, {"--tp", "1"}});
}

TEST_CASE("one of what it has no flag for is what it has, more are refused, all at once") {
  CHECK(named_by_engine(test::small_engine(), {{"--pp", "1"}, {"--cp", "1"}})->empty());
  const auto refused = named_by_engine(test::small_engine(), {{"--pp", "2"}, {"--cp", "4"}, {"--batch", "2"}});
  REQUIRE_FALSE(refused.has_value());
  REQUIRE(refused.error().size() == 2);
  CHECK(refused.error()[0].what == "Small has no flag for --cp");
  CHECK(refused.error()[1].what == "Small has no flag for --pp");
}

}  // namespace

}  // namespace kvtally::our_flags_test
