#include "read/config/family_entry.hpp"

#include <doctest/doctest.h>

#include "read/reading.hpp"

namespace kvtally::family_entry_test {

namespace {

std::string faults(const std::string& text) {
  std::string out;
  for (const Problem& problem : problems_of_family(test::tree_of(text))) {
    out += problem.what + "; expected " + problem.expected + "\n";
  }
  return out;
}

TEST_CASE("an entry has known keys, a rule that exists, and values of their sorts") {
  CHECK(faults("rule: full\nclass: LlamaConfig\n").empty());
  CHECK(faults("like: llama\n").empty());
  CHECK(faults("part: text_config\ninner: llama\n").empty());
  CHECK(faults("rule: ful\n") == "no rule 'ful'; expected a rule of read/config/rules.cpp\n");
  CHECK(faults("class: X\n") ==
        "the key 'rule' is missing; expected a rule of read/config/rules.cpp, or 'like', or 'part'\n");
  CHECK(faults("rule: full\nrules: x\n") == "unknown key 'rules'; expected \n");
  CHECK(faults("rule: full\ndefaults: [1]\nirrelevant: x\n") ==
        "defaults is a list; expected a map\nirrelevant is 'x'; expected a list of texts\n");
  CHECK(faults("- full\n") == "the document is a list; expected a map of keys and values\n");
}

TEST_CASE("an entry's own values replace those that are there, its irrelevant keys are added") {
  const Tree first = test::tree_of("rule: full\nclass: A\ndefaults: {a: 1, b: 2}\nirrelevant: [x]\n");
  const Tree second = test::tree_of("class: B\ndefaults: {b: 3}\nirrelevant: [y]\nspelled: {k: [l, m]}\n");
  Family family;
  overlay_family(family, first.root());
  overlay_family(family, second.root());
  CHECK(family.rule == "full");
  CHECK(family.class_name == "B");
  CHECK(family.defaults.at("a") == "1");
  CHECK(family.defaults.at("b") == "3");
  CHECK(family.irrelevant == std::set<std::string, std::less<>>{"x", "y"});
  CHECK(family.spelled.at("k") == std::vector<std::string>{"l", "m"});
  CHECK(family.settings == &first.root());
}

}  // namespace

}  // namespace kvtally::family_entry_test
