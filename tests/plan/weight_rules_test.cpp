#include "plan/weight_rules.hpp"

#include <set>

#include "plan/loads.hpp"

namespace kvtally::weight_rules_test {

namespace {

TEST_CASE("every name that the parameters of the zoo have is in the table") {
  std::set<std::string> unknown;
  for (const auto& id : test::zoo().ids()) {
    for (const ParameterTensor& tensor : count_parameters(test::model_of(id)).tensors) {
      if (tensor.part != WeightPart::encoder && !weight_rule(tensor.name)) {
        unknown.insert(tensor.name);
      }
    }
  }
  CHECK(fmt::format("{}", fmt::join(unknown, "\n")) == "");
}

TEST_CASE("each name has one rule") {
  std::set<std::string_view> names;
  for (const WeightRule& rule : weight_rules()) {
    CHECK_MESSAGE(names.insert(rule.name).second, rule.name);
  }
}

TEST_CASE("cross-attention has the rules of attention") {
  CHECK(weight_rule("cross-attention key projection")->division == Division::key_heads);
  CHECK(weight_rule("key projection")->division == Division::key_heads);
  CHECK_FALSE(weight_rule("cross-attention"));
  CHECK_FALSE(weight_rule(""));
}

}  // namespace

}  // namespace kvtally::weight_rules_test
