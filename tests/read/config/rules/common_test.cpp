#include "read/config/rules/common.hpp"

#include "read/config/rules/rows.hpp"

namespace kvtally::common_test {

namespace {

struct Bench {
  explicit Bench(const std::string& text)
      : tree(*parse_json("m.json", text)), fields(tree, tree.root(), problems), t(fields) {}
  Problems problems;
  Tree tree;
  Fields fields;
  Translation t;
};

TEST_CASE("a fraction of a width is exact and rounded down") {
  Bench bench(
      R"({"half": 0.5, "third": 0.3333333333, "two": 2, "long": 2.6666666667, "text": "x", "none": 0, "minus": -1})");
  CHECK(rules::scaled(bench.t, "half", 7, "1") == 3);
  CHECK(rules::scaled(bench.t, "third", 300, "1") == 99);
  CHECK(rules::scaled(bench.t, "two", 64, "1") == 128);
  CHECK(rules::scaled(bench.t, "long", 96, "1") == 256);
  CHECK(rules::scaled(bench.t, "absent", 64, "0.25") == 16);
  CHECK(bench.t.assumptions() == std::vector<std::string>{"absent 0.25: a default"});
  CHECK(bench.problems.empty());
  for (const char* key : {"text", "none", "minus"}) {
    CHECK(rules::scaled(bench.t, key, 8, "1") == 8);
  }
  CHECK(bench.problems.size() == 3);
  CHECK(bench.problems[0].what == "text is 'x'");
}

TEST_CASE("a key that must be there is missed once, and the rule is given up") {
  Bench bench(R"({"a": 1, "b": null})");
  CHECK(rules::needed(bench.t, "a", "a number"));
  CHECK_FALSE(bench.t.abandoned());
  CHECK_FALSE(rules::needed(bench.t, "b", "a number"));
  CHECK(bench.t.abandoned());
  CHECK(bench.problems.front().what == "the key 'b' is missing");
}

TEST_CASE("layer types are the file's, or a rule's, which is said") {
  Bench given(R"({"layer_types": ["a", "b"], "num_hidden_layers": 2})");
  const auto mark = [](std::int64_t i, std::int64_t n) {
    return i + 1 == n ? std::string("last") : std::string("x");
  };
  CHECK(rules::layer_types(given.t, mark, "how") == std::vector<std::string>{"a", "b"});
  CHECK(given.t.assumptions().empty());
  Bench derived(R"({"num_hidden_layers": 3})");
  CHECK(rules::layer_types(derived.t, mark, "how") == std::vector<std::string>{"x", "x", "last"});
  CHECK(derived.t.assumptions() == std::vector<std::string>{"layer_types: how, a default"});
}

TEST_CASE("draft layers are counted, or said not to be described") {
  Bench bench(R"({"depth": 2, "zero": 0, "many": 70000})");
  rules::draft(bench.t, "zero", "full_attention");
  CHECK_FALSE(bench.t.given("mtp_layer_types"));
  rules::draft(bench.t, "depth", "full_attention");
  CHECK(bench.t.given("mtp_layer_types"));
  rules::undescribed_draft(bench.t, "zero");
  CHECK(bench.t.assumptions().empty());
  rules::undescribed_draft(bench.t, "depth");
  CHECK(bench.t.assumptions().size() == 1);
  rules::draft(bench.t, "many", "full_attention");
  CHECK(bench.problems.front().what == "many is 70000");
}

}  // namespace

}  // namespace kvtally::common_test
