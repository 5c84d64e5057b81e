#include "report/recipe.hpp"

#include <doctest/doctest.h>

#include "read/text/yaml.hpp"

namespace kvtally::recipe_test {

namespace {

constexpr const char* kHead = "title: T\ncontext: 128K\n";

Expected<Recipe> read(const std::string& text) {
  const auto tree = parse_yaml("r.yaml", text);
  REQUIRE(tree.has_value());
  return read_recipe(*tree, "r");
}

std::string problems_of(const std::string& text) {
  const auto recipe = read(text);
  return recipe ? "" : render(recipe.error());
}

TEST_CASE("a recipe is a document with rows") {
  const auto says = [](const std::string& text) { return is_recipe(*parse_yaml("r.yaml", text)); };
  CHECK(says("rows: []"));
  CHECK_FALSE(says("claims: []"));
  CHECK_FALSE(says("[rows]"));
}

TEST_CASE("a recipe with every key") {
  const auto recipe = read(
      "title: T\ncontext: 8k\nfooter: [One., Two.]\nrows:\n"
      "  - model: a\n    labels: {gqa: FULL}\n    printed: {released: 2024-12, context: 2K, kv: 8.6 GiB}\n"
      "    differs: {kv: Because.}\n    remark: R\n    highlight: H\n    caveat: C\n"
      "  - model: b\n");
  REQUIRE(recipe.has_value());
  CHECK(recipe->id == "r");
  CHECK(recipe->title == "T");
  CHECK(recipe->context.value == 8000);
  CHECK(recipe->footer == std::vector<std::string>{"One.", "Two."});
  REQUIRE(recipe->rows.size() == 2);
  const RecipeRow& row = recipe->rows[0];
  CHECK(row.model == "a");
  CHECK(row.labels == std::vector<std::pair<std::string, std::string>>{{"gqa", "FULL"}});
  CHECK(row.printed.released == "2024-12");
  CHECK(row.printed.context == "2K");
  CHECK(row.printed.kv == "8.6 GiB");
  CHECK(row.differs.kv == "Because.");
  CHECK(row.differs.released.empty());
  CHECK(row.remark == "R");
  CHECK(row.highlight == "H");
  CHECK(row.caveat == "C");
  CHECK(recipe->rows[1].printed.kv.empty());
}

TEST_CASE("each fault of a recipe is named with its place") {
  const std::string head = kHead;
  const struct {
    std::string text;
    std::string problem;
  } rows[] = {
      {"title: T\nrows: [{model: a}]\n", "r.yaml: the key 'context' is missing; expected text\n"},
      {"context: 128K\nrows: [{model: a}]\n", "r.yaml: the key 'title' is missing; expected text\n"},
      {"title: T\ncontext: 12X\nrows: [{model: a}]\n",
       "r.yaml:2:10: context is '12X': 'X' is none of the units K, Ki, k, M, Mi, m, G, Gi, g; "
       "expected a token count such as 128K\n"
       "    2 | context: 12X\n      |          ^\n"},
      {"title: [x]\ncontext: 128K\nrows: [{model: a}]\n",
       "r.yaml:1:8: title is a list; expected text\n    1 | title: [x]\n      |        ^\n"},
      {head, "r.yaml: the key 'rows' is missing; expected a list of rows\n"},
      {head + "rows: []\n",
       "r.yaml:3:7: rows is empty; expected a list of at least one row\n    3 | rows: []\n      |       ^\n"},
      {head + "rows: [{}]\n",
       "r.yaml:3:8: the key 'model' is missing; expected text\n    3 | rows: [{}]\n      |        ^\n"},
      {head + "rows: [{model: a, remrk: x}]\n",
       "r.yaml:3:19: unknown key 'remrk'\n    3 | rows: [{model: a, remrk: x}]\n"
       "      |                   ^\n      = did you mean 'remark'?\n"},
      {head + "rows: [{model: a, printed: {size: 3}}]\n",
       "r.yaml:3:29: unknown key 'size'\n    3 | rows: [{model: a, printed: {size: 3}}]\n"
       "      |                             ^\n"},
      {head + "rows: [{model: a, differs: {size: x}}]\n",
       "r.yaml:3:29: unknown key 'size'\n    3 | rows: [{model: a, differs: {size: x}}]\n"
       "      |                             ^\n"},
      {head + "rows: [{model: a, labels: {gqaa: FULL}}]\n",
       "r.yaml:3:28: unknown key 'gqaa'\n    3 | rows: [{model: a, labels: {gqaa: FULL}}]\n"
       "      |                            ^\n      = did you mean 'gqa'?\n"},
      {head + "rows: [{model: a}]\nfoter: [x]\n",
       "r.yaml:4:1: unknown key 'foter'\n    4 | foter: [x]\n      | ^\n      = did you mean 'footer'?\n"},
      {head + "rows: [{model: a}]\nfooter: {a: x}\n",
       "r.yaml:4:9: footer is a map; expected a list of texts\n    4 | footer: {a: x}\n      |         ^\n"},
      {"- a\n", "r.yaml:1:1: the document is a list; expected a map of keys and values\n    1 | - a\n      | ^\n"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    CHECK(problems_of(row.text) == row.problem);
  }
}

// The problem of a recipe whose one row holds `line`, which is line 5 of the file.
std::string problem_of_line(const std::string& line) {
  return problems_of(std::string(kHead) + "rows:\n- model: a\n  " + line + '\n');
}

std::string at_line_5(std::size_t column, const std::string& what, const std::string& line) {
  return "r.yaml:5:" + std::to_string(column) + ": " + what + "\n    5 |   " + line + "\n      | " +
         std::string(column - 1, ' ') + "^\n";
}

TEST_CASE("a printed cell that is none of its kind is named at its own place") {
  const struct {
    std::string line;
    std::size_t column;
    std::string problem;
  } rows[] = {
      {"printed: {kv: 8.6 Gib}", 17, "printed kv is '8.6 Gib'; expected a size such as 8.6 GiB"},
      {"printed: {kv: 8.6}", 17, "printed kv is '8.6'; expected a size such as 8.6 GiB"},
      {"printed: {context: 2k, kv: -1 GiB}", 30, "printed kv is '-1 GiB'; expected a size such as 8.6 GiB"},
      {"printed: {released: 2024-13}", 23,
       "printed released is '2024-13'; expected a year and month such as 2024-12"},
      {"printed: {released: 2024}", 23, "printed released is '2024'; expected a year and month such as 2024-12"},
      {"printed: {context: 128X}", 22,
       "printed context is '128X'; expected a token count such as 128K, or unlimited"},
      {"printed: {context: Unlimited}", 22,
       "printed context is 'Unlimited'; expected a token count such as 128K, or unlimited"},
      {"printed: {kv: [1]}", 17, "kv is a list; expected text"},
      {"labels: {mla: ''}", 17, "the label of mla is empty; expected a word"},
      {"labels: {mla: [x]}", 17, "mla is a list; expected text"},
      {"labels: gMLA", 11, "labels is 'gMLA'; expected a map of keys and values"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.line);
    CHECK(problem_of_line(row.line) == at_line_5(row.column, row.problem, row.line));
  }
}

TEST_CASE("printed cells of every kind") {
  for (const std::string line :
       {"printed: {released: 2024-12, context: unlimited, kv: \"0\"}", "printed: {context: 10M, kv: 1008 MiB}",
        "printed: {kv: 9.2 GB}", "printed: {}"}) {
    CAPTURE(line);
    CHECK(problem_of_line(line) == "");
  }
}

TEST_CASE("a row knows its place") {
  const auto recipe = read(std::string(kHead) + "rows:\n  - model: a\n  - {model: b}\n");
  REQUIRE(recipe.has_value());
  CHECK(recipe->file == "r.yaml");
  CHECK(recipe->rows[0].place == Place{4, 5});
  CHECK(recipe->rows[1].place == Place{5, 5});
}

}  // namespace

}  // namespace kvtally::recipe_test
