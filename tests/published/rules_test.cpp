// The rules of model types of which there is no whole configuration in tests/data/corpus, or only a plain one:
// read from the classes of transformers 5.16 (configuration_*.py and modeling_*.py), with the arithmetic of each
// beside it.

#include "published/rules.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <set>

#include "published/corpus.hpp"
#include "read/config/config.hpp"
#include "read/text/json.hpp"

namespace kvtally::rules_test {

namespace {

using test::TypeRule;

std::string fault_of(const TypeRule& rule) {
  const std::string text = fmt::format("{{\"model_type\": \"{}\", {}}}", rule.model_type, rule.keys);
  const auto tree = parse_json("config.json", text);
  REQUIRE(tree.has_value());
  const auto description = read_config(*tree, "config");
  if (!description) {
    return fmt::format("{}: refused: {}\n", rule.model_type, description.error().front().what);
  }
  const test::Kept& kept = rule.kept;
  const std::vector<std::int64_t> right{kept.near, kept.far, kept.index, kept.state, kept.cross};
  const auto ours = test::corpus_figures(description->model);
  return ours == right ? ""
                       : fmt::format("{}: {}, not {}: {{{}}}\n", rule.model_type, fmt::join(ours, " "),
                                     fmt::join(right, " "), rule.keys);
}

TEST_CASE("model types by the rules of their classes") {
  std::string faults;
  std::size_t rules = 0;
  std::ptrdiff_t wrong = 0;
  std::set<std::string_view> types;
  for (const auto table : {test::rules_of_plain_types(), test::rules_of_windows(), test::rules_of_other_types()}) {
    for (const TypeRule& rule : table) {
      CAPTURE(rule.model_type);
      const std::string fault = fault_of(rule);
      faults += fault;
      wrong += fault.empty() ? 0 : 1;
      ++rules;
      types.insert(rule.model_type);
    }
  }
  MESSAGE(fmt::format("{} configurations of {} model types by their classes: {} not as expected", rules,
                      types.size(), wrong));
  CHECK_MESSAGE(faults.empty(), faults);
}

}  // namespace

}  // namespace kvtally::rules_test
