#include "read/text/source_text.hpp"

#include <doctest/doctest.h>

namespace kvtally::source_text_test {

namespace {

TEST_CASE("a byte order mark is no part of the text") {
  const auto source = source_text("f", "\xEF\xBB\xBF{}");
  REQUIRE(source.has_value());
  CHECK((*source)->text == "{}");
}

TEST_CASE("a byte that is not UTF-8 is named with its place") {
  const auto source = source_text("f", "a\nb\xFF");
  REQUIRE_FALSE(source.has_value());
  const Problem& problem = source.error().at(0);
  CHECK(problem.place == Place{2, 2});
  CHECK(problem.what == "a byte that is not UTF-8");
  CHECK(problem.expected == "UTF-8 text");
}

TEST_CASE("trees keep the text alive") {
  std::shared_ptr<SourceText> source = *source_text("f", "word");
  source->nodes.push_back(
      {.kind = Node::Kind::plain, .key = {}, .text = source->text, .place = {1, 1}, .key_place = {}});
  const Tree tree = tree_of("f", source);
  const Tree blame = without_nodes("f", source);
  source.reset();
  CHECK(tree.root().text == "word");
  CHECK(blame.problem({1, 2}, "what").excerpt == "word");
}

}  // namespace

}  // namespace kvtally::source_text_test
