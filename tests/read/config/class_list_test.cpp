#include "read/config/class_list.hpp"

#include <doctest/doctest.h>

#include "read/reading.hpp"
#include "support/golden.hpp"

namespace kvtally::class_list_test {

namespace {

std::string faults(const std::string& text) {
  std::string out;
  for (const Problem& problem : problems_of_class_list(test::tree_of(text))) {
    out += (out.empty() ? "" : "; ") + problem.what;
  }
  return out;
}

TEST_CASE("a list names each file once, and speaks of those alone") {
  const std::string good = "classes: {a: [a, {B: {n: 1}}]}\nothers: [c, d]\n";
  CHECK(faults(good).empty());
  CHECK(faults(good + "later: [c]\nsinks: [a]\nindexers: [d]\nlayer_types: {a: [x]}\nmentions: {w: [c, a]}\n")
            .empty());
  CHECK(faults("classes: {a: [a]}\nothers: [a]\n") == "the file 'a' is listed twice");
  CHECK(faults("others: [a, b, a]\n") == "the file 'a' is listed twice");
  CHECK(faults(good + "later: [e]\n") == "no file 'e' is listed");
  CHECK(faults(good + "sinks: [e]\nindexers: [f]\n") == "no file 'e' is listed; no file 'f' is listed");
  CHECK(faults(good + "layer_types: {e: [x]}\n") == "no file 'e' is listed");
  CHECK(faults(good + "mentions: {w: [a, e]}\n") == "no file 'e' is listed");
  CHECK(faults(good + "other: [e]\n") == "unknown key 'other'");
  CHECK(faults("- a\n") == "the document is a list");
}

TEST_CASE("a class is a model type, or a map of one with whole numbers") {
  CHECK(faults("classes: {a: [{B: {n: 1}, C: {n: 2}}]}\n") == "a class of a is a map");
  CHECK(faults("classes: {a: [[b]]}\n") == "a class of a is a list");
  CHECK(faults("classes: {a: [{B: {n: none, m: 2}}]}\n") == "n is 'none'");
}

TEST_CASE("names in a list, and keys of a map") {
  const Tree tree = test::tree_of("l: [a, b]\nm: {c: [x]}\n");
  std::string seen;
  const auto note = [&](std::string_view name, const Node& node) {
    seen += std::string(name) + (node.kind == Node::Kind::list ? "+" : "") + " ";
  };
  each_file(tree.root(), "l", note);
  each_file(tree.root(), "m", note);
  each_file(tree.root(), "n", note);
  CHECK(seen == "a b c+ ");
}

TEST_CASE("the project's own list is right") {
  CHECK(faults(test::source_text("modelzoo/config/classes.yaml")).empty());
}

}  // namespace

}  // namespace kvtally::class_list_test
