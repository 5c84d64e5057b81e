#include "read/config/rules.hpp"

#include <algorithm>
#include <doctest/doctest.h>

namespace kvtally::rules_test {

namespace {

TEST_CASE("the rules are sorted by name, each once") {
  CHECK(std::ranges::is_sorted(all_rules(), {}, &Rule::name));
  CHECK(std::ranges::adjacent_find(all_rules(), {}, &Rule::name) == all_rules().end());
  for (const Rule& rule : all_rules()) {
    CHECK(rule_of(rule.name) == &rule);
  }
  CHECK(rule_of("no such rule") == nullptr);
}

}  // namespace

}  // namespace kvtally::rules_test
