#include "page/observation.hpp"

#include "page/lecture.hpp"

namespace kvtally::observation_test {

namespace {

bool rounds(const std::string& printed, double value, const std::string& sign) {
  return rounded("", printed, value, sign, "").holds;
}

SectionRecipe& recipe_of(test::Lecture& lecture) {
  for (SectionRecipe& section : lecture.recipe().sections) {
    if (section.kind == "observations") {
      return section;
    }
  }
  FAIL("no observations");
  return lecture.recipe().sections.front();
}

SectionOption& option_of(SectionRecipe& recipe, const std::string& key) {
  for (SectionOption& option : recipe.with) {
    if (option.key == key) {
      return option;
    }
  }
  FAIL("no option " << key);
  return recipe.with.front();
}

TEST_CASE("a figure holds if ours, rounded as it is printed, is what is printed") {
  CHECK(rounds("846x", 845.78, "x"));
  CHECK_FALSE(rounds("846x", 845.4, "x"));
  CHECK(rounds("2.8x", 2.843, "x"));
  CHECK_FALSE(rounds("2.8x", 2.86, "x"));
  CHECK(rounds("1.7%", 1.667, "%"));
  CHECK_FALSE(rounds("1.7x", 1.667, "%"));
  CHECK(rounds("20x", 21.33, "x"));  // printed to one digit
  CHECK_FALSE(rounds("20x", 25.1, "x"));
  CHECK_FALSE(rounds("twenty times", 21.33, "x"));
  CHECK(rounded("", "846x", 845.78, "x", "").computed == "845.8x");
}

TEST_CASE("an observation holds by its figures") {
  Observation one;
  CHECK(holds(one) == Holds::no);
  one.figures.push_back(same_text("", "1", "2", ""));
  CHECK(holds(one) == Holds::no);
  one.figures.push_back(same_text("", "1", "1", ""));
  CHECK(holds(one) == Holds::partly);
  one.figures.erase(one.figures.begin());
  CHECK(holds(one) == Holds::yes);
}

TEST_CASE("what a text prints is an option's words, or a claim's") {
  test::Lecture lecture;
  const auto from = Observing::of(lecture.sources(), recipe_of(lecture));
  REQUIRE(from.has_value());
  CHECK(from->printed("ends-factor") == "846x");
  CHECK(from->printed("first-kinds") == "MHA, MQA, GQA, MLA, CLA");
  CHECK(from->named("grown").at(1)->row->id == "deepseek-v3");
}

TEST_CASE("options that are missing or name no rows are refused, all at once") {
  test::Lecture lecture;
  SectionRecipe& recipe = recipe_of(lecture);
  option_of(recipe, "counts").key = "count";
  option_of(recipe, "from").words = {"2025"};
  option_of(recipe, "million").words = {"lecture.table.milion"};
  option_of(recipe, "ends").words = {"gpt-3-175b"};
  option_of(recipe, "grown").words = {"deepseek-v2", "deepseek-v9"};
  const auto from = Observing::of(lecture.sources(), recipe);
  REQUIRE_FALSE(from.has_value());
  std::vector<std::string> what;
  for (const Problem& problem : from.error()) {
    what.push_back(problem.what);
    CHECK(problem.place.line > 0);
  }
  CHECK(what == std::vector<std::string>{"from is '2025'", "counts is missing",
                                         "no claim 'lecture.table.milion' prints a figure",
                                         "ends names too few rows", "the table has no row 'deepseek-v9'"});
}

}  // namespace

}  // namespace kvtally::observation_test
