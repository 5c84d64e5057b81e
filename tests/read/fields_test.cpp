#include "read/fields.hpp"

#include <array>
#include <doctest/doctest.h>

#include "read/reading.hpp"
#include "support/print.hpp"

namespace kvtally::fields_test {

namespace {

const char* const kText =
    "one: 1\n"
    "ten: 10\n"
    "zero: 0\n"
    "quoted: \"8\"\n"
    "octal: 010\n"
    "point: 4096.0\n"
    "exponent: 1e3\n"
    "huge: 99999999999999999999\n"
    "minus: -1\n"
    "nothing: ~\n"
    "empty:\n"
    "yes: true\n"
    "no: false\n"
    "capital: True\n"
    "quoted_yes: 'true'\n"
    "list: [a, \"b\", 3]\n"
    "mixed: [a, [b], {c: 1}, ~]\n"
    "map: {inner: 4, deep: {er: 5}, none: ~}\n";

// Every test reads from this tree and sees what was reported.
struct Reader {
  Tree tree = test::tree_of(kText);
  Problems problems;
  Fields fields{tree, tree.root(), problems};
};

struct Integer {
  const char* key;
  std::optional<std::int64_t> value;
  const char* what;
};

TEST_CASE("integers in a range") {
  const Integer rows[] = {
      {"one", 1, ""},
      {"ten", 10, ""},
      {"zero", std::nullopt, "zero is '0'"},
      {"quoted", std::nullopt, "quoted is the text \"8\""},
      {"octal", std::nullopt, "octal is '010': it has a leading zero, which some readers take for octal"},
      {"point", std::nullopt, "point is '4096.0': it is not a whole number in decimal digits"},
      {"exponent", std::nullopt, "exponent is '1e3': it is not a whole number in decimal digits"},
      {"huge", std::nullopt, "huge is '99999999999999999999': it is too large"},
      {"minus", std::nullopt, "minus is '-1': it is not a whole number in decimal digits"},
      {"yes", std::nullopt, "yes is 'true': it is not a whole number in decimal digits"},
      {"list", std::nullopt, "list is a list"},
      {"map", std::nullopt, "map is a map"},
      {"nothing", std::nullopt, ""},
      {"empty", std::nullopt, ""},
      {"absent", std::nullopt, ""},
      {"map.inner", 4, ""},
      {"map.deep.er", 5, ""},
      {"map.absent", std::nullopt, ""},
  };
  for (const Integer& row : rows) {
    CAPTURE(std::string(row.key));
    Reader reader;
    CHECK(reader.fields.integer(row.key, 1, 10) == row.value);
    CHECK((reader.problems.empty() ? "" : reader.problems.front().what) == row.what);
    CHECK((reader.problems.empty() || reader.problems.front().expected == "a whole number from 1 to 10"));
  }
  Reader reader;
  CHECK(reader.fields.integer("ten", 1, 9) == std::nullopt);
  CHECK(render(reader.problems) ==
        "m.yaml:2:6: ten is '10'; expected a whole number from 1 to 9\n    2 | ten: 10\n      |      ^\n");
}

TEST_CASE("true and false, and no other word for them") {
  Reader reader;
  CHECK(reader.fields.boolean("yes") == true);
  CHECK(reader.fields.boolean("no") == false);
  CHECK(reader.fields.boolean("nothing") == std::nullopt);
  CHECK(reader.problems.empty());
  CHECK(reader.fields.boolean("capital") == std::nullopt);
  CHECK(reader.fields.boolean("quoted_yes") == std::nullopt);
  CHECK(reader.fields.boolean("one") == std::nullopt);
  CHECK(render(reader.problems) ==
        "m.yaml:14:10: capital is 'True'; expected true or false\n   14 | capital: True\n      |          ^\n"
        "m.yaml:15:13: quoted_yes is the text \"true\"; expected true or false\n"
        "   15 | quoted_yes: 'true'\n      |             ^\n"
        "m.yaml:1:6: one is '1'; expected true or false\n    1 | one: 1\n      |      ^\n");
}

TEST_CASE("texts") {
  Reader reader;
  CHECK(reader.fields.text("one") == "1");
  CHECK(reader.fields.text("quoted") == "8");
  CHECK(reader.fields.text("nothing") == std::nullopt);
  CHECK(reader.fields.text("absent") == std::nullopt);
  CHECK(reader.fields.texts("list") == std::vector<std::string>{"a", "b", "3"});
  CHECK(reader.fields.texts("absent").empty());
  CHECK(reader.problems.empty());
  CHECK(reader.fields.text("list") == std::nullopt);
  CHECK(reader.fields.texts("one").empty());
  CHECK(reader.fields.texts("mixed") == std::vector<std::string>{"a"});
  CHECK(render(reader.problems) ==
        "m.yaml:16:7: list is a list; expected text\n   16 | list: [a, \"b\", 3]\n      |       ^\n"
        "m.yaml:1:6: one is '1'; expected a list of texts\n    1 | one: 1\n      |      ^\n"
        "m.yaml:17:12: mixed holds a list; expected text\n   17 | mixed: [a, [b], {c: 1}, ~]\n"
        "      |            ^\n"
        "m.yaml:17:17: mixed holds a map; expected text\n   17 | mixed: [a, [b], {c: 1}, ~]\n"
        "      |                 ^\n"
        "m.yaml:17:25: mixed holds null; expected text\n   17 | mixed: [a, [b], {c: 1}, ~]\n"
        "      |                         ^\n");
}

TEST_CASE("a required text") {
  Reader reader;
  CHECK(reader.fields.required_text("one") == "1");
  CHECK(reader.problems.empty());
  CHECK(reader.fields.required_text("name") == "");
  CHECK(reader.fields.required_text("nothing") == "");
  REQUIRE(reader.problems.size() == 2);
  CHECK(reader.problems[0] == Problem{"m.yaml", {}, "the key 'name' is missing", "text", "", ""});
  CHECK(reader.problems[1].what == "the key 'nothing' is missing");
}

TEST_CASE("a member is found by its path") {
  const Reader reader;
  CHECK(reader.fields.find("map.inner")->text == "4");
  CHECK(reader.fields.find("map.deep")->kind == Node::Kind::map);
  CHECK(reader.fields.find("map.deep.er")->text == "5");
  CHECK(reader.fields.find("map.none") == nullptr);
  CHECK(reader.fields.find("one.inner") == nullptr);
  CHECK(reader.fields.find("list.a") == nullptr);
  CHECK(reader.fields.find("nothing") == nullptr);
  CHECK(reader.fields.find("map.") == nullptr);
  CHECK(reader.problems.empty());
}

TEST_CASE("unknown keys, with the nearest that is known") {
  const Tree tree = test::tree_of("head_dmi: 1\nname: 2\nxyzzy: 3\n");
  Problems problems;
  const Fields fields(tree, tree.root(), problems);
  fields.refuse_unknown(std::array<std::string_view, 2>{"name", "head_dim"});
  CHECK(problems == Problems{{"m.yaml", {1, 1}, "unknown key 'head_dmi'", "", "head_dim", "head_dmi: 1"},
                             {"m.yaml", {3, 1}, "unknown key 'xyzzy'", "", "", "xyzzy: 3"}});
}

TEST_CASE("a missing key has the place of the map that it is missing in; a whole document has none") {
  Reader reader;
  reader.fields.report_missing("name", "text");
  reader.fields.report_missing("map.other", "text");
  reader.fields.report_missing("map.other", "text", "t layers need it");
  reader.fields.report_missing("absent.inner", "text");
  const Fields map(reader.tree, *reader.fields.find("map"), reader.problems);
  map.report_missing("other", "text");
  const std::string line = "map: {inner: 4, deep: {er: 5}, none: ~}";
  CHECK(reader.problems == Problems{{"m.yaml", {}, "the key 'name' is missing", "text", "", ""},
                                    {"m.yaml", {18, 6}, "the key 'map.other' is missing", "text", "", line},
                                    {"m.yaml", {18, 6}, "t layers need it", "text", "", line},
                                    {"m.yaml", {}, "the key 'absent.inner' is missing", "text", "", ""},
                                    {"m.yaml", {18, 6}, "the key 'other' is missing", "text", "", line}});
}

TEST_CASE("at most 100 problems are collected") {
  std::string text;
  for (int i = 0; i < 300; ++i) {
    text += "k" + std::to_string(i) + ": 1\n";
  }
  const Tree tree = test::tree_of(text);
  Problems problems;
  const Fields fields(tree, tree.root(), problems);
  fields.refuse_unknown({});
  CHECK(problems.size() == 100);
  CHECK(problems.back().what == "unknown key 'k99'");
  fields.report({1, 1}, "one more");
  fields.report_missing("name", "text");
  CHECK(fields.boolean("k0") == std::nullopt);
  CHECK(problems.size() == 100);
  CHECK(kMostProblems == 100);
}

TEST_CASE("what is no map has no members, and that is a problem") {
  struct Row {
    const char* text;
    const char* what;
  };
  const Row rows[] = {
      {"[a]", "n is a list"}, {"x", "n is 'x'"}, {"'x'", "n is the text \"x\""}, {"~", "n is null"}};
  for (const Row& row : rows) {
    CAPTURE(std::string(row.text));
    const Tree tree = test::tree_of(row.text);
    Problems problems;
    const Fields fields(tree, tree.root(), problems, "n");
    CHECK(problems == Problems{{"m.yaml", {1, 1}, row.what, "a map of keys and values", "", row.text}});
    CHECK(fields.find("a") == nullptr);
    fields.refuse_unknown({});
    CHECK(problems.size() == 1);
  }
}

}  // namespace

}  // namespace kvtally::fields_test
