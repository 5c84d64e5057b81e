#include "check/expectation.hpp"

#include <doctest/doctest.h>

#include "read/text/yaml.hpp"

namespace kvtally::expectation_test {

namespace {

bool met(const Value& value, const std::string& members) {
  const auto tree = parse_yaml("e.yaml", "{what: {figure: sum}, " + members + "}");
  REQUIRE_MESSAGE(tree.has_value(), render(tree.error()));
  Problems problems;
  const Expectation expectation = read_expectation(Fields(*tree, tree->root(), problems));
  CHECK_MESSAGE(problems.empty(), render(problems));
  return meets(value, expectation);
}

std::string problem_of(const std::string& equal) {
  const auto tree = parse_yaml("e.yaml", "{what: {figure: sum}, expected: 1, equal: " + equal + "}");
  Problems problems;
  read_expectation(Fields(*tree, tree->root(), problems));
  return problems.empty()
             ? ""
             : problems[0].what + "; expected " + problems[0].expected + " (" + problems[0].suggestion + ")";
}

// 8.578125 GiB
const Value kBytes = whole(9210691584, "bytes");

TEST_CASE("a number meets what is expected") {
  CHECK(met(kBytes, "expected: 9210691584 bytes"));
  CHECK_FALSE(met(kBytes, "expected: 9210691585 bytes"));
  CHECK_FALSE(met(kBytes, "expected: 9210691584"));
  CHECK_FALSE(met(kBytes, "expected: 8.6 GiB"));
  CHECK(met(kBytes, "expected: 8.6 GiB, equal: as printed"));
  CHECK_FALSE(met(kBytes, "expected: 8.5 GiB, equal: as printed"));
  CHECK(met(kBytes, "expected: 8.5 GiB, equal: within 1 %"));
  CHECK_FALSE(met(kBytes, "expected: 8.5 GiB, equal: within 0.9 %"));
}

TEST_CASE("bounds hold the figure that they are") {
  CHECK(met(kBytes, "expected: 9210691584 bytes, equal: at most"));
  CHECK(met(kBytes, "expected: 9210691584 bytes, equal: at least"));
  CHECK_FALSE(met(kBytes, "expected: 9210691583 bytes, equal: at most"));
  CHECK_FALSE(met(kBytes, "expected: 9210691585 bytes, equal: at least"));
  CHECK(met(kBytes, "expected: 9 GiB, equal: at most"));
  CHECK_FALSE(met(kBytes, "expected: 9 tokens, equal: at least"));
}

TEST_CASE("a text is compared as text") {
  CHECK(met(Value("2023-07"), "expected: 2023-07"));
  CHECK(met(Value("2023-07"), "expected: 2023-07, equal: at most"));
  CHECK_FALSE(met(Value("2023-07"), "expected: 2023-08"));
  CHECK(met(kBytes, "expected: 9210691584 bytes, equal: text"));
  CHECK_FALSE(met(kBytes, "expected: 8.578125 GiB, equal: text"));
}

TEST_CASE("what `equal` may not be") {
  const std::string words = "; expected one of exact, as printed, within P %, text, at most, at least ";
  CHECK(problem_of("at mots") == "equal is 'at mots'" + words + "(at most)");
  CHECK(problem_of("within") == "equal is 'within'" + words + "()");
  CHECK(problem_of("within P %") == "equal is 'within P %'" + words + "(within P %)");
  CHECK(problem_of("within 2") == "equal is 'within 2'" + words + "(within P %)");
}

}  // namespace

}  // namespace kvtally::expectation_test
