#include "read/text/tree.hpp"

#include <doctest/doctest.h>

#include "read/reading.hpp"
#include "support/print.hpp"

namespace kvtally::tree_test {

namespace {

std::string texts(const Node& parent) {
  std::string out;
  for (const Node& child : Children(parent)) {
    out += std::string(child.key) + "=" + std::string(child.text) + " ";
  }
  return out;
}

TEST_CASE("children are the members alone, not their members") {
  const Tree tree = test::tree_of("a: 1\nb: [x, [y, z]]\nc: {d: {e: 2}}\nf: 3\n");
  CHECK(texts(tree.root()) == "a=1 b= c= f=3 ");
  CHECK(Children(tree.root()).count() == 4);
  CHECK(texts(*member(tree.root(), "b")) == "=x = ");
  CHECK(Children(*member(tree.root(), "b")).count() == 2);
  CHECK(Children(*member(tree.root(), "a")).count() == 0);
  CHECK(Children(test::tree_of("[]").root()).count() == 0);
}

TEST_CASE("a member is found by its key, among the members alone") {
  const Tree tree = test::tree_of("a: {b: 1}\nc: 2\n");
  CHECK(member(tree.root(), "c")->text == "2");
  CHECK(member(tree.root(), "b") == nullptr);
  CHECK(member(tree.root(), "") == nullptr);
  CHECK(member(*member(tree.root(), "a"), "b")->text == "1");
}

TEST_CASE("a problem quotes the line of its place") {
  const Tree tree = test::tree_of("a: 1\nb: 2\n");
  CHECK(tree.problem({2, 4}, "w", "e", "s") == Problem{"m.yaml", {2, 4}, "w", "e", "s", "b: 2"});
}

TEST_CASE("the place of a byte of a scalar") {
  struct Row {
    const char* name;
    const char* text;
    std::size_t offset;
    Place place;
  };
  const Row rows[] = {
      {"plain", "a: xyz\n", 2, {1, 6}},
      {"its end", "a: xyz\n", 3, {1, 7}},
      {"quoted", "a: 'xyz'\n", 2, {1, 7}},
      {"quoted twice", "a: \"xyz\"\n", 2, {1, 7}},
      {"behind wide characters", "é: 中文z\n", 6, {1, 6}},
      {"a later line", "b: 1\na: xyz\n", 1, {2, 5}},
      {"in a list", "a: [b, xyz]\n", 1, {1, 9}},
      {"folded", "a: >-\n  xyz\n", 2, {1, 4}},
      {"literal", "a: |\n  xyz\n", 2, {1, 4}},
      {"over two lines", "a: x\n  yz\n", 3, {1, 4}},
      {"escaped", "a: \"x\\x79z\"\n", 2, {1, 4}},
      {"with a doubled quote", "a: 'x''z'\n", 2, {1, 4}},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.name));
    const Tree tree = test::tree_of(row.text);
    CHECK(tree.place_in(tree.nodes().back(), row.offset) == row.place);
  }
}

TEST_CASE("the place of a byte behind 200 characters") {
  const std::string text = "a: " + std::string(500, 'x') + "\n";
  const Tree tree = test::tree_of(text);
  CHECK(tree.place_in(tree.nodes().back(), 400) == Place{1, 404});
}

TEST_CASE("nodes without a text give problems without a line") {
  const Node node{Node::Kind::plain, "", "x", {7, 3}, {}, 1};
  const Tree tree("modelzoo/x.yaml", {&node, 1});
  CHECK(tree.root().text == "x");
  CHECK(tree.file() == "modelzoo/x.yaml");
  CHECK(tree.problem({7, 3}, "w") == Problem{"modelzoo/x.yaml", {7, 3}, "w", "", "", ""});
}

}  // namespace

}  // namespace kvtally::tree_test
