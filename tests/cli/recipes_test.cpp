#include <doctest/doctest.h>

#include "cli/transcript.hpp"
#include "support/folder.hpp"

namespace kvtally::recipes_test {

namespace {

TEST_CASE("an unknown report is answered with those that there are, in each command that takes one") {
  CHECK(
      test::kvtally({"report", "model"}).err ==
      "kvtally: unknown report 'model'; expected a report (attention-evolution, deployment, models) or a path to "
      "a .yaml\n  did you mean 'models'?\nTry 'kvtally report --help'.\n");
  CHECK(test::kvtally({"table", "model"}).err ==
        "kvtally: unknown report 'model'; expected a report (attention-evolution) or a path to a .yaml\nTry "
        "'kvtally table --help'.\n");
}

TEST_CASE("a recipe without rows has no table, and one without sections no page") {
  CHECK(test::refusal({"table", "models"}) ==
        "$ kvtally table models\n[exit 3]\n"
        "reports/models.yaml: the report has no rows; expected a list of rows\n\n");
  const test::Folder folder;
  folder.write("rows.yaml", "title: T\ncontext: 1K\nrows: [{model: llama-2-7b}]\n");
  const auto page = test::kvtally({"report", folder.path("rows.yaml")});
  CHECK(page.exit_code == 3);
  CHECK(page.err == folder.path("rows.yaml") + ": the report has no sections; expected a list of sections\n");
}

}  // namespace

}  // namespace kvtally::recipes_test
