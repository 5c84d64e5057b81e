#include "cli/recipes.hpp"

#include <doctest/doctest.h>

#include "cli/transcript.hpp"

namespace kvtally {

TEST_CASE("the compiled-in recipes, by name") {
  CHECK(cli::recipe_names() == std::vector<std::string>{"attention-evolution", "deployment", "models"});
  CHECK(cli::find_recipe("models")->title == "What models keep of the past");
  CHECK(
      render(cli::find_recipe("model").error()) ==
      "unknown report 'model'; expected a report (attention-evolution, deployment, models) or a path to a .yaml\n"
      "  did you mean 'models'?\n");
}

TEST_CASE("a recipe without rows has no table") {
  CHECK(test::refusal({"table", "models"}) ==
        "$ kvtally table models\n[exit 3]\n"
        "reports/models.yaml: the report has no rows; expected a list of rows\n\n");
}

}  // namespace kvtally
