#include "report/section_recipe.hpp"

#include <doctest/doctest.h>

#include "read/text/yaml.hpp"

namespace kvtally::section_recipe_test {

namespace {

Expected<Recipe> read(const std::string& section) {
  const auto tree = parse_yaml("r.yaml", "title: T\ncontext: 1K\nsections:\n  - " + section + "\n");
  REQUIRE(tree.has_value());
  return read_recipe(*tree, "r");
}

std::string problems_of(const std::string& section) {
  const auto recipe = read(section);
  return recipe ? "" : render(recipe.error());
}

}  // namespace

TEST_CASE("a section with every key") {
  const auto recipe = read(
      "{section: fit, id: mine, title: T, question: Q, text: [One., Two.], takeaway: A, with: {on: h200-sxm, "
      "models: "
      "[a, b]}}");
  REQUIRE(recipe.has_value());
  const SectionRecipe& section = recipe->sections.at(0);
  CHECK(section.kind == "fit");
  CHECK(section.id == "mine");
  CHECK(section.title == "T");
  CHECK(section.question == "Q");
  CHECK(section.text == std::vector<std::string>{"One.", "Two."});
  CHECK(section.takeaway == "A");
  REQUIRE(section.option("on") != nullptr);
  CHECK(section.option("on")->words == std::vector<std::string>{"h200-sxm"});
  CHECK(section.option("models")->words == std::vector<std::string>{"a", "b"});
  CHECK(section.option("users") == nullptr);
  CHECK(read("{section: fit, title: T, takeaway: A}")->sections.at(0).id == "fit");
}

TEST_CASE("the faults of a section are named with their place, all at once") {
  const std::string line = "    4 |   - {section: fit, titel: T, with: {on: {a: b}}}\n      |";
  CHECK(problems_of("{section: fit, titel: T, with: {on: {a: b}}}") ==
        "r.yaml:4:5: the key 'title' is missing; expected text\n" + line + "     ^\n" +
            "r.yaml:4:5: the key 'takeaway' is missing; expected text\n" + line + "     ^\n" +
            "r.yaml:4:20: unknown key 'titel'\n" + line +
            "                    ^\n      = did you mean 'title'?\n" +
            "r.yaml:4:41: on is a map; expected a word or a list of words\n" + line +
            "                                         ^\n");
  CHECK(problems_of("fit") ==
        "r.yaml:4:5: a section is 'fit'; expected a map of keys and values\n    4 |   - fit\n      |     ^\n");
}

}  // namespace kvtally::section_recipe_test
