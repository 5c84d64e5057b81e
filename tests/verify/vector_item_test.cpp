#include <doctest/doctest.h>
#include <limits>

#include "verify/parsed.hpp"

namespace kvtally::vector_item_test {

using test::parsed;

TEST_CASE("arrays, numbers and texts") {
  const auto file = parsed(R"({"name": "n", "kind": "k", "parameters": {"B": 2, "scale": 0.5, "rope": null},
    "inputs": {"q": {"shape": [2, 2], "data": [1, -2.5, "-inf", 1e-3]}}, "outputs": [{"ids": [3, -1]}]})");
  CHECK(file->name() == "n");
  CHECK(file->kind() == "k");
  const Item parameters = (*file)["parameters"];
  CHECK(parameters["B"].size() == 2);
  CHECK(parameters["scale"].number() == 0.5);
  CHECK_FALSE(parameters["rope"]);
  CHECK_FALSE(parameters["missing"]);
  const reference::Tensor q = (*file)["inputs"]["q"].tensor({2, 2});
  CHECK(q(0, 1) == reference::Real(-2.5));
  CHECK(q(1, 0) == -std::numeric_limits<reference::Real>::infinity());
  CHECK((*file)["outputs"].items().at(0)["ids"].integers() == std::vector<std::int64_t>{3, -1});
  file->note_unread();
  CHECK_FALSE(file->failed());
}

TEST_CASE("values of the wrong sort and shapes that do not fit") {
  const auto file = parsed(R"({"a": {"shape": [2], "data": [1, 2]}, "b": {"shape": [3], "data": [1]}, "c": 1.5,
"d": 0, "e": [1, "x"], "f": {"shape": [1], "data": ["y"]}})");
  CHECK((*file)["a"].tensor({3}).shape() == reference::Shape{3});
  CHECK((*file)["b"].any_tensor(1).shape() == reference::Shape{0});
  CHECK((*file)["c"].integer() == 0);
  CHECK((*file)["d"].size() == 1);
  CHECK((*file)["e"].integers().empty());
  CHECK((*file)["f"].doubles().empty());
  CHECK((*file)["g"].number() == 0);
  std::string whats;
  for (const Problem& problem : file->problems()) {
    whats += problem.what + "; " + problem.expected + "\n";
  }
  CHECK(whats ==
        "'a' has the shape [2]; [3]\n"
        "'b' has the shape [3] and 1 numbers; 1 axes and as many numbers as they say\n"
        "'c' is missing or no integer; an integer\n"
        "'d' is 0; a size from 1 to 1048576\n"
        "'e' holds 'x'; an integer\n"
        "'f' holds 'y'; a number\n"
        "'g' is missing or no number; a number\n");
}

TEST_CASE("a shape that only parameters can ask for is not made") {
  const auto file = parsed(R"({"a": {"shape": [2], "data": [1, 2]}})");
  CHECK((*file)["a"].tensor({1 << 20, 1 << 20, 1 << 20}).shape() == reference::Shape{0, 0, 0});
  REQUIRE(file->problems().size() == 1);
  CHECK(file->problems()[0].what == "'a' would have the shape [1048576, 1048576, 1048576]");
  CHECK(file->problems()[0].expected == "at most 16777216 numbers");
}

}  // namespace kvtally::vector_item_test
