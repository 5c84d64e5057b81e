#include <doctest/doctest.h>
#include <string>

#include "read/reading.hpp"
#include "support/print.hpp"

namespace kvtally::yaml_size_test {

namespace {

TEST_CASE("64 levels are read") {
  CHECK(test::tree_of(std::string(64, '[') + std::string(64, ']')).nodes().size() == 64);
}

TEST_CASE("200,000 brackets are refused without running out of stack") {
  const std::string line(200, '[');
  CHECK(test::yaml_problems(std::string(200'000, '[')) ==
        "m.yaml:1:1: a bracket that is not closed; expected its other end\n    1 | " + line + "\n      | ^\n");
  CHECK(test::yaml_problems(std::string(200'000, '[') + std::string(200'000, ']')) ==
        "m.yaml:1:65: more than 64 levels of lists and maps; expected fewer\n    1 | " + line + "\n      | " +
            std::string(64, ' ') + "^\n");
  std::string pairs;
  for (int i = 0; i < 100'000; ++i) {
    pairs += "- ";
  }
  CHECK_FALSE(test::yaml_problems(pairs).empty());
}

std::string flow_list(int count) {
  std::string text = "[n0";
  for (int i = 1; i < count; ++i) {
    text += ", n" + std::to_string(i);
  }
  return text + "]\n";
}

TEST_CASE("long lists on one line are read, each name with its place") {
  for (const int count : {20'000, 65'536}) {
    CAPTURE(count);
    const std::string text = flow_list(count);
    const Tree tree = test::tree_of(text);
    CHECK(tree.nodes().size() == static_cast<std::size_t>(count) + 1);
    const Node& last = tree.nodes().back();
    CHECK(last.text == "n" + std::to_string(count - 1));
    CHECK(last.place == Place{1, static_cast<std::uint32_t>(text.size() - 1 - last.text.size())});
  }
}

TEST_CASE("50,000 keys in falling order are read") {
  std::string text;
  for (int i = 99'999; i >= 50'000; --i) {
    text += "k" + std::to_string(i) + ": 1\n";
  }
  CHECK(test::tree_of(text).nodes().size() == 50'001);
}

TEST_CASE("at most 100 keys are named that stand twice") {
  std::string text;
  for (int i = 0; i < 500; ++i) {
    text += "a: 1\n";
  }
  const auto tree = parse_yaml("m.yaml", text);
  REQUIRE_FALSE(tree.has_value());
  CHECK(tree.error().size() == 100);
  CHECK(tree.error().back().place == Place{101, 1});
}

}  // namespace

}  // namespace kvtally::yaml_size_test
