#include "hardware/usual.hpp"

#include <doctest/doctest.h>

#include "read/text/yaml.hpp"

namespace kvtally::usual_test {

namespace {

Expected<UsualTable> table_of(const std::string& text) {
  const auto tree = parse_yaml("fractions.yaml", text);
  return tree ? read_usual(*tree) : std::unexpected(tree.error());
}

TEST_CASE("fractions by sort of devices") {
  const auto table = table_of(
      "a-sort: {devices: parts of a sort, bandwidth: 0.85, matmul: 1.08, basis: tests}\n"
      "b: {devices: others, basis: hearsay}\n");
  REQUIRE(table);
  CHECK(table->size() == 2);
  CHECK(table->at("a-sort") == UsualFractions{"parts of a sort", 850, 1080, "tests"});
  CHECK(table->at("b") == UsualFractions{"others", std::nullopt, std::nullopt, "hearsay"});
}

TEST_CASE("all that is wrong with a table of fractions") {
  CHECK(render(table_of("a: {bandwith: 0.8, matmul: 80 %}\nb: 0.8\n").error()) ==
        "fractions.yaml:1:4: the key 'devices' is missing; expected text\n"
        "    1 | a: {bandwith: 0.8, matmul: 80 %}\n"
        "      |    ^\n"
        "fractions.yaml:1:4: the key 'basis' is missing; expected text\n"
        "    1 | a: {bandwith: 0.8, matmul: 80 %}\n"
        "      |    ^\n"
        "fractions.yaml:1:5: unknown key 'bandwith'\n"
        "    1 | a: {bandwith: 0.8, matmul: 80 %}\n"
        "      |     ^\n"
        "      = did you mean 'bandwidth'?\n"
        "fractions.yaml:1:28: matmul is '80 %': it is no number with at most three decimals; expected a fraction "
        "such as 0.85\n"
        "    1 | a: {bandwith: 0.8, matmul: 80 %}\n"
        "      |                            ^\n"
        "fractions.yaml:2:4: b is '0.8'; expected a map of keys and values\n"
        "    2 | b: 0.8\n"
        "      |    ^\n");
  CHECK(render(table_of("- a\n").error()) ==
        "fractions.yaml:1:1: the table of fractions is a list; expected a map of keys and values\n"
        "    1 | - a\n"
        "      | ^\n");
}

}  // namespace

}  // namespace kvtally::usual_test
