#include "verify/vectors/runner.hpp"

#include <algorithm>
#include <doctest/doctest.h>

namespace kvtally::runner_test {

TEST_CASE("runners stand in order, each kind once") {
  const auto runners = vector_runners();
  CHECK(std::ranges::is_sorted(runners, std::ranges::less_equal{}, &VectorRunner::kind));
}

TEST_CASE("a kind that no runner knows, and text that is no vector") {
  const auto unknown = run_vector("v.json", R"({"name": "n", "kind": "telepathy"})");
  REQUIRE_FALSE(unknown.has_value());
  CHECK(unknown.error().at(0).what == "no runner knows vectors of the kind 'telepathy'");
  CHECK_FALSE(run_vector("v.json", "[1]").has_value());
  CHECK_FALSE(run_vector("v.json", "{").has_value());
}

}  // namespace kvtally::runner_test
