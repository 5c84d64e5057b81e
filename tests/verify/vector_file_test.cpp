#include "verify/vector_file.hpp"

#include <doctest/doctest.h>

#include "verify/vectors/runner.hpp"

namespace kvtally {

namespace {

std::unique_ptr<VectorFile> parsed(std::string text) {
  auto file = VectorFile::parse("v.json", std::move(text));
  REQUIRE_MESSAGE(file.has_value(), (file ? "" : render(file.error())));
  return std::move(*file);
}

}  // namespace

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

TEST_CASE("what nothing reads is a problem, each once") {
  const auto file = parsed(
      "{\"name\": \"n\", \"parameters\": {\"window\": 4},\n"
      " \"outputs\": {\"o\": {\"shape\": [1], \"data\": [2]}, \"ids\": [7]}}");
  file->note_unread();
  CHECK(render(file->problems()) ==
        R"(v.json:1:40: nothing reads 'window'; expected a parameter or a figure that this kind of vector knows
    1 | {"name": "n", "parameters": {"window": 4},
      |                                        ^
v.json:2:19: nothing reads 'o'; expected a parameter or a figure that this kind of vector knows
    2 |  "outputs": {"o": {"shape": [1], "data": [2]}, "ids": [7]}}
      |                   ^
v.json:2:56: nothing reads '7'; expected a parameter or a figure that this kind of vector knows
    2 |  "outputs": {"o": {"shape": [1], "data": [2]}, "ids": [7]}}
      |                                                        ^
)");
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

TEST_CASE("a kind that no runner knows, and text that is no vector") {
  const auto unknown = run_vector("v.json", R"({"name": "n", "kind": "telepathy"})");
  REQUIRE_FALSE(unknown.has_value());
  CHECK(unknown.error().at(0).what == "no runner knows vectors of the kind 'telepathy'");
  CHECK_FALSE(run_vector("v.json", "[1]").has_value());
  CHECK_FALSE(run_vector("v.json", "{").has_value());
}

}  // namespace kvtally
