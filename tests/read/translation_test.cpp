#include "read/translation.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "read/config/families.hpp"
#include "read/text/json.hpp"

namespace kvtally::translation_test {

namespace {

// A config.json's fields and a translation of them that nothing was asked of yet.
struct Bench {
  explicit Bench(const std::string& text, std::string_view type = "")
      : tree(*parse_json("m.json", text)),
        fields(tree, tree.root(), problems),
        family(family_of(type)),
        t(fields, family ? &*family : nullptr) {}

  Problems problems;
  Tree tree;
  Fields fields;
  std::optional<Family> family;
  Translation t;
};

using Texts = std::vector<std::string>;

// The members of a built description, with their places: "key 1:2 text"; those of maps indented.
std::string listed(const Node& map, const std::string& indent = "") {
  std::string out;
  for (const Node& child : Children(map)) {
    out += fmt::format("{}{} {}:{}", indent, child.key, child.place.line, child.place.column);
    out += child.kind == Node::Kind::map ? "\n" + listed(child, indent + "  ") : fmt::format(" {}\n", child.text);
  }
  return out;
}

TEST_CASE("what is found is understood, what is null is absent") {
  Bench bench(R"({"a": 1, "b": null, "c": {"d": 2}, "e": 3})");
  CHECK(bench.t.has("a"));
  CHECK_FALSE(bench.t.has("b"));
  CHECK(bench.t.has("c.d"));
  CHECK_FALSE(bench.t.has("c.x"));
  bench.t.ignore({"f", "g"});
  CHECK(bench.t.understood() == std::set<std::string, std::less<>>{"a", "b", "c.d", "c.x", "f", "g"});
}

TEST_CASE("a number is the file's, else the class's default, which is said once") {
  Bench bench(R"({"head_dim": 64, "num_key_value_heads": null, "hidden_size": -1})", "gpt_oss");
  CHECK(bench.t.number("head_dim") == 64);
  CHECK(bench.t.assumptions().empty());
  CHECK(bench.t.number("num_key_value_heads") == 8);
  CHECK(bench.t.number("num_key_value_heads") == 8);
  CHECK(bench.t.number("v_head_dim") == std::nullopt);
  CHECK(bench.t.assumptions() == Texts{"num_key_value_heads 8: the default of GptOssConfig"});
  CHECK(bench.t.number("hidden_size", 1) == std::nullopt);
  CHECK(render(bench.problems) ==
        "m.json:1:62: hidden_size is '-1': it is not a whole number in decimal digits; expected a whole number "
        "from 1 to 1099511627775\n"
        "    1 | {\"head_dim\": 64, \"num_key_value_heads\": null, \"hidden_size\": -1}\n"
        "      |                                                              ^\n");
  Bench without(R"({"a": 1})");
  CHECK(without.t.number("head_dim") == std::nullopt);
}

TEST_CASE("flags and lists") {
  Bench bench(R"({"yes": true, "no": false, "null": null, "list": [1, "two", 3.5], "empty": [], "text": "x"})");
  CHECK(bench.t.flag("yes"));
  CHECK_FALSE(bench.t.flag("no", true));
  CHECK(bench.t.flag("null", true));
  CHECK_FALSE(bench.t.flag("absent"));
  CHECK(bench.t.list("list") == Texts{"1", "two", "3.5"});
  CHECK(bench.t.list("empty").empty());
  CHECK(bench.t.list("absent").empty());
  CHECK(bench.problems.empty());
  CHECK(bench.t.list("text").empty());
  CHECK(bench.t.flag("text", true));
  REQUIRE(bench.problems.size() == 2);
  CHECK(bench.problems[0].what == "text is the text \"x\"");
  CHECK(bench.problems[0].expected == "a list");
  CHECK(bench.problems[1].expected == "true or false");
}

TEST_CASE("a value stands under the family's own name of a key, or under the usual one") {
  Bench spelled(R"({"n_layer": 7, "n_head": 3, "num_attention_heads": 3})", "gpt2");
  CHECK(spelled.t.number("num_hidden_layers") == 7);
  CHECK(spelled.t.take("num_attention_heads"));
  CHECK(spelled.problems.empty());
  CHECK(spelled.t.understood().contains("n_layer"));
  Bench both("{\"n_layer\": 7, \"num_hidden_layers\": 8}", "gpt2");
  both.t.number("num_hidden_layers");
  CHECK(
      render(both.problems) ==
      "m.json:1:16: 'num_hidden_layers' is '8', but 'n_layer' is '7'; expected one value, for both names mean the "
      "same\n"
      "    1 | {\"n_layer\": 7, \"num_hidden_layers\": 8}\n"
      "      |                ^\n");
}

TEST_CASE("a default that decides figures is listed, one that does not is not") {
  Bench bench(R"({"given": true})", "falcon");
  CHECK(bench.t.flag("multi_query", false));  // the class's
  CHECK(bench.t.assumptions().empty());
  CHECK(bench.t.decide("multi_query"));
  CHECK(bench.t.decide("given"));
  CHECK_FALSE(bench.t.decide("unknown"));
  CHECK(bench.t.number_or("cla_share_factor", 2) == 2);
  CHECK(bench.t.assumptions() == Texts{"multi_query true: the default of FalconConfig",
                                       "unknown false: the default of FalconConfig",
                                       "cla_share_factor 2: the default of FalconConfig"});
  CHECK(bench.t.defaults_taken().empty());
  CHECK(bench.t.number("hidden_size") == 4544);
  CHECK(bench.t.defaults_taken() == Texts{"hidden_size"});
}

TEST_CASE("a key that stands in the file as null is stated") {
  Bench bench(R"({"null": null, "given": 1})");
  CHECK(bench.t.stated("null"));
  CHECK(bench.t.stated("given"));
  CHECK_FALSE(bench.t.stated("absent"));
}

TEST_CASE("layers are written by their runs") {
  const auto written = [](const Texts& types) {
    Bench bench("{}");
    bench.t.layers(types, "");
    return std::string(member(bench.t.build().root(), "layer_types")->text);
  };
  CHECK(written({"a"}) == "a");
  CHECK(written({"a", "a", "b", "a"}) == "a x2, b, a");
  CHECK(written({"a", "b", "b", "b"}) == "a, b x3");
  CHECK(written({}) == "");
  Bench bench(R"({"num_hidden_layers": 5})");
  bench.t.uniform("full_attention");
  CHECK(listed(bench.t.build().root()) == "layer_types 1:23 full_attention x5\n");
}

TEST_CASE("values keep the places of the file, maps stand together") {
  Bench bench("{\"b\": 7,\n \"rates\": {\"x\": 4},\n \"a\": \"text\", \"heads\": 3}", "gpt_oss");
  CHECK(bench.t.take("b", "kinds.second.head_dim"));
  CHECK(bench.t.take("rates.x", "compress_rates.x"));
  CHECK(bench.t.take("heads", "kinds.first.a.b"));
  CHECK(bench.t.take("heads", "kinds.first.c"));
  CHECK(bench.t.take("a"));
  CHECK(bench.t.take("sliding_window"));  // the class's default has no place
  CHECK_FALSE(bench.t.take("absent", "nothing"));
  bench.t.give("kinds.second.shares", "previous", "");
  bench.t.give("zone", "9", "the rule of this test");
  bench.t.layers({"x", "x"}, "b");
  const Tree built = bench.t.build();
  CHECK(listed(built.root()) ==
        "a 3:7 text\n"
        "compress_rates 0:0\n"
        "  x 2:17 4\n"
        "kinds 0:0\n"
        "  first 0:0\n"
        "    a 0:0\n"
        "      b 3:24 3\n"
        "    c 3:24 3\n"
        "  second 0:0\n"
        "    head_dim 1:7 7\n"
        "    shares 0:0 previous\n"
        "layer_types 1:7 x x2\n"
        "sliding_window 0:0 128\n"
        "zone 0:0 9\n");
  CHECK(member(built.root(), "a")->kind == Node::Kind::quoted);
  CHECK(member(built.root(), "zone")->kind == Node::Kind::plain);
  CHECK(built.problem({2, 17}, "x").excerpt == " \"rates\": {\"x\": 4},");
  CHECK(bench.t.assumptions() ==
        Texts{"sliding_window 128: the default of GptOssConfig", "zone 9: the rule of this test"});
}

TEST_CASE("a built description outlives its translation, and an empty one is an empty map") {
  const auto built = [] {
    Bench bench("{\"a\": 12}");
    bench.t.take("a", "kinds.x.y");
    return bench.t.build();
  }();
  CHECK(listed(built.root()) == "kinds 0:0\n  x 0:0\n    y 1:7 12\n");
  CHECK(built.file() == "m.json");
  Bench empty("{}");
  CHECK(Children(empty.t.build().root()).count() == 0);
}

TEST_CASE("a problem stands where its key does") {
  Bench bench("{\"a\": 12}");
  bench.t.report("a", "this is wrong", "something else");
  bench.t.report("b", "that is missing", "b");
  CHECK(render(bench.problems) ==
        "m.json:1:7: this is wrong; expected something else\n"
        "    1 | {\"a\": 12}\n"
        "      |       ^\n"
        "m.json: that is missing; expected b\n");
}

}  // namespace

}  // namespace kvtally::translation_test
