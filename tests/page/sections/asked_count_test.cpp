#include "page/sections/asked_count.hpp"

#include "page/lecture.hpp"

namespace kvtally::asked_count_test {

TEST_CASE("a section's count is the recipe's, or the fallback") {
  const test::Lecture lecture;
  SectionRecipe recipe;
  CHECK(*asked_count(lecture.sources(), recipe, "window", 6, 64) == 6);
  recipe.with = {{{12, 5}, "window", {"64"}}};
  CHECK(*asked_count(lecture.sources(), recipe, "window", 6, 64) == 64);
}

TEST_CASE("a section's count that is none is refused at its place") {
  const test::Lecture lecture;
  SectionRecipe recipe;
  for (const char* word : {"0", "65", "-1", "1.5", "six", ""}) {
    recipe.with = {{{12, 5}, "window", {word}}};
    const auto count = asked_count(lecture.sources(), recipe, "window", 6, 64);
    REQUIRE_FALSE(count.has_value());
    CHECK(count.error().front().file == "reports/attention-evolution.yaml");
    CHECK(count.error().front().place.line == 12);
    CHECK(count.error().front().what == std::string("window is '") + word + "'");
    CHECK(count.error().front().expected == "a whole number from 1 to 64");
  }
}

}  // namespace kvtally::asked_count_test
