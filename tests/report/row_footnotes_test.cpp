#include "report/row_footnotes.hpp"

#include <doctest/doctest.h>

#include "report/compiled_in.hpp"

namespace kvtally::row_footnotes_test {

namespace {

TEST_CASE("footnotes are numbered over the rows, and a row that is not compared has its caveat alone") {
  ModelTable table;
  Problems problems;
  const TableOptions options;
  const std::string file = "mine.yaml";
  RowFootnotes footnotes(table, file, options, problems);
  ModelRow row;
  row.id = "a";
  row.name = "A";
  row.released = "2024-12";
  row.context = "160K";
  row.kv_text = "8.6 GiB";
  RecipeRow recipe;
  recipe.printed = {"2024-12", "128K", "8.7 GiB"};
  recipe.differs = {"", "B.", "C."};
  recipe.caveat = "Careful.";
  ModelRow other = row;
  footnotes.add(row, recipe, true);
  footnotes.add(other, recipe, false);
  CHECK(problems.empty());
  CHECK(table.footnotes ==
        std::vector<std::string>{"[1] A: Careful.", "[2] A, context: 128K is printed, 160K is declared. B.",
                                 "[3] A, KV: 8.7 GiB is printed, 8.6 GiB is computed. C.", "[4] A: Careful."});
  CHECK(row.reasons.context == "B.");
  CHECK(row.reasons.kv == "C.");
  CHECK(row.marks.released.empty());
  CHECK(other.marks.kv.empty());
  CHECK(other.name_mark == "[4]");
}

TEST_CASE("a cell that differs without a reason is a problem at the row") {
  ModelTable table;
  Problems problems;
  const TableOptions options;
  const std::string file = "mine.yaml";
  RowFootnotes footnotes(table, file, options, problems);
  ModelRow row;
  row.id = "a";
  row.kv_text = "8.6 GiB";
  RecipeRow recipe;
  recipe.place = {3, 5};
  recipe.printed.kv = "8.7 GiB";
  footnotes.add(row, recipe, true);
  CHECK(render(problems) ==
        "mine.yaml:3:5: a: KV '8.7 GiB' is printed, '8.6 GiB' is computed; expected a reason under 'differs'\n");
}

}  // namespace

}  // namespace kvtally::row_footnotes_test
