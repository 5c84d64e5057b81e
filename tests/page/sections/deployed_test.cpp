#include "page/sections/deployed.hpp"

#include "page/lecture.hpp"

namespace kvtally::deployed_test {

TEST_CASE("a deployment is what the user asks for; all that is missing is said at once") {
  test::Lecture lecture("en", "deployment");
  const SectionRecipe section = lecture.recipe().sections.at(0);
  const auto nothing = deployed(lecture.sources(), section);
  REQUIRE_FALSE(nothing.has_value());
  CHECK(nothing.error().size() == 2);
  lecture.request().models = {"llama-3.1-8b"};
  lecture.request().device = "h100-sxm";
  lecture.request().users = 4;
  const auto asked = deployed(lecture.sources(), section);
  REQUIRE(asked.has_value());
  CHECK(asked->users == 4);
  CHECK(asked->context.value == 131072);
  CHECK(asked->values.at("tokens") == "131,072");
}

TEST_CASE("users that are no number are refused where the recipe has them") {
  test::Lecture lecture("en", "deployment");
  lecture.request().models = {"llama-3.1-8b"};
  lecture.request().device = "h100-sxm";
  SectionRecipe section = lecture.recipe().sections.at(0);
  section.with = {{{9, 5}, "users", {"0"}}};
  CHECK(render(deployed(lecture.sources(), section).error()) ==
        "reports/deployment.yaml:9:5: users is '0'; expected a whole number from 1 on\n");
}

}  // namespace kvtally::deployed_test
