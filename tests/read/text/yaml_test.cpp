#include "read/text/yaml.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "read/reading.hpp"
#include "support/print.hpp"

namespace kvtally::yaml_test {

namespace {

// "key 1:1 kind 'text' 1:4 /size" for each node.
std::string dump(const Tree& tree) {
  constexpr std::array<const char*, 5> kKinds{"plain", "quoted", "null", "list", "map"};
  std::string out;
  for (const Node& node : tree.nodes()) {
    if (node.key_place.line != 0) {
      out += fmt::format("{} {}:{} ", node.key, node.key_place.line, node.key_place.column);
    }
    out += fmt::format("{} '{}' {}:{} /{}\n", kKinds.at(static_cast<std::size_t>(node.kind)), node.text,
                       node.place.line, node.place.column, node.size);
  }
  return out;
}

TEST_CASE("the tree of a document, with the places of keys and values") {
  CHECK(dump(test::tree_of("a: 1\nb:\n  - x\n  - {c: 'y', d: ~}\ne: \"1\"\n")) ==
        "map '' 1:1 /8\n"
        "a 1:1 plain '1' 1:4 /1\n"
        "b 2:1 list '' 3:3 /5\n"
        "plain 'x' 3:5 /1\n"
        "map '' 4:5 /3\n"
        "c 4:6 quoted 'y' 4:9 /1\n"
        "d 4:14 null '' 4:17 /1\n"
        "e 5:1 quoted '1' 5:4 /1\n");
}

TEST_CASE("a scalar or a list alone is a document too") {
  CHECK(dump(test::tree_of("x\n")) == "plain 'x' 1:1 /1\n");
  CHECK(dump(test::tree_of("[]")) == "list '' 1:1 /1\n");
  CHECK(dump(test::tree_of("{}")) == "map '' 1:1 /1\n");
}

TEST_CASE("columns count characters") {
  const char* const expected =
      "map '' 1:1 /4\n"
      "中é 1:1 map '' 1:5 /3\n"
      "é 1:6 plain '文' 1:9 /1\n"
      "b 1:12 plain '2' 1:15 /1\n";
  CHECK(dump(test::tree_of("中é: {é: 文, b: 2}\n")) == expected);
}

TEST_CASE("CRLF ends lines as LF does") {
  CHECK(dump(test::tree_of("a: 1\r\nb: [x,\r\n  y]\r\n")) ==
        "map '' 1:1 /5\n"
        "a 1:1 plain '1' 1:4 /1\n"
        "b 2:1 list '' 2:4 /3\n"
        "plain 'x' 2:5 /1\n"
        "plain 'y' 3:3 /1\n");
}

TEST_CASE("a byte order mark is no part of the text") {
  CHECK(dump(test::tree_of("\xEF\xBB\xBF"
                           "a:\n  b: 2\n")) == "map '' 1:1 /3\na 1:1 map '' 2:3 /2\nb 2:3 plain '2' 2:6 /1\n");
}

TEST_CASE("scalars stay text") {
  const char* const words[] = {"010",  "0x10",    "1e3",   "4096.0", "no", "off",  "Yes",
                               "true", "2024-12", "1_000", ".5",     "+1", "0o17", "1:30"};
  for (const char* const word : words) {
    CAPTURE(std::string(word));
    CHECK(dump(test::tree_of(word)) == fmt::format("plain '{}' 1:1 /1\n", word));
    CHECK(dump(test::tree_of(fmt::format("'{}'", word))) == fmt::format("quoted '{}' 1:1 /1\n", word));
  }
}

TEST_CASE("what is null") {
  for (const char* const word : {"~", "null"}) {
    CAPTURE(std::string(word));
    CHECK(test::tree_of(fmt::format("a: {}\n", word)).nodes()[1].kind == Node::Kind::null);
    CHECK(test::tree_of(fmt::format("a: '{}'\n", word)).nodes()[1].kind == Node::Kind::quoted);
  }
  CHECK(test::tree_of("a:\nb: 1\n").nodes()[1].kind == Node::Kind::null);
  CHECK(test::tree_of("a: ''\n").nodes()[1].kind == Node::Kind::quoted);
}

TEST_CASE("folded and literal texts are quoted") {
  CHECK(test::tree_of("a: >-\n  x\n  y\n").nodes()[1].text == "x y");
  CHECK(test::tree_of("a: |\n  x\n  y\n").nodes()[1].text == "x\ny\n");
  CHECK(test::tree_of("a: >-\n  x\n").nodes()[1].kind == Node::Kind::quoted);
}

struct Refused {
  const char* name;
  std::string text;
  std::string problems;
};

const Refused kRefused[] = {
    {"nothing", "", "m.yaml: the document is empty; expected a map of keys and values\n"},
    {"a comment alone", "# x\n\n", "m.yaml: the document is empty; expected a map of keys and values\n"},
    {"a key twice", "a: 1\nb: 2\na: 3\n",
     "m.yaml:3:1: the key 'a' stands here a second time; expected each key once\n    3 | a: 3\n      | ^\n"},
    {"a key three times", "{a: 1, a: 2, a: 3}\n",
     "m.yaml:1:8: the key 'a' stands here a second time; expected each key once\n"
     "    1 | {a: 1, a: 2, a: 3}\n      |        ^\n"
     "m.yaml:1:14: the key 'a' stands here a second time; expected each key once\n"
     "    1 | {a: 1, a: 2, a: 3}\n      |              ^\n"},
    {"a quoted key is the same key", "a: 1\n\"a\": 2\n",
     "m.yaml:2:1: the key 'a' stands here a second time; expected each key once\n    2 | \"a\": 2\n      | ^\n"},
    {"an anchor", "a: &x 1\n",
     "m.yaml:1:4: an anchor; expected the value itself (anchors and aliases are not read)\n"
     "    1 | a: &x 1\n      |    ^\n"},
    {"a cyclic alias", "a: &x [*x]\n",
     "m.yaml:1:4: an anchor; expected the value itself (anchors and aliases are not read)\n"
     "    1 | a: &x [*x]\n      |    ^\n"},
    {"a billion laughs", "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: [*c, *c]\n",
     "m.yaml:1:4: an anchor; expected the value itself (anchors and aliases are not read)\n"
     "    1 | a: &a [x, x]\n      |    ^\n"},
    {"an alias of nothing", "a: *x\n",
     "m.yaml:1:4: not YAML: the referenced anchor is not defined\n    1 | a: *x\n      |    ^\n"},
    {"a tag", "a: !!int 1\n",
     "m.yaml:1:4: the tag 'tag:yaml.org,2002:int'; expected a value without a tag\n"
     "    1 | a: !!int 1\n      |    ^\n"},
    {"a tag of one's own", "a: !secret {b: 1}\n",
     "m.yaml:1:4: the tag '!secret'; expected a value without a tag\n    1 | a: !secret {b: 1}\n      |    ^\n"},
    {"a second document", "a: 1\n---\nb: 2\n",
     "m.yaml:2:1: a second document begins; expected one document\n    2 | ---\n      | ^\n"},
    {"a tab as indentation", "a: 1\n\tb: 1\n",
     "m.yaml:2:1: a tab in the indentation; expected spaces\n    2 |  b: 1\n      | ^\n"},
    {"a tab behind spaces", "a:\n  b: 1\n \tc: 1: 2\n",
     "m.yaml:3:2: a tab in the indentation; expected spaces\n    3 |   c: 1: 2\n      |  ^\n"},
    {"a double quote that is not closed", "a: 1\nb: \"x\\\"\nc: 2\n",
     "m.yaml:2:4: a quote that is not closed; expected its other end\n    2 | b: \"x\\\"\n      |    ^\n"},
    {"a single quote that is not closed", "a: 1\nb: 'x''\nc: 2\n",
     "m.yaml:2:4: a quote that is not closed; expected its other end\n    2 | b: 'x''\n      |    ^\n"},
    {"a place on the line of a byte order mark", "\xEF\xBB\xBF{a: 1, é: 2, a: 3}\n",
     "m.yaml:1:14: the key 'a' stands here a second time; expected each key once\n"
     "    1 | {a: 1, é: 2, a: 3}\n      |              ^\n"},
    {"control characters of a key", "\"\\e[31m\\x85\": 1\n\"\\e[31m\\x85\": 2\n",
     "m.yaml:2:1: the key ' [31m ' stands here a second time; expected each key once\n"
     "    2 | \"\\e[31m\\x85\": 2\n      | ^\n"},
    {"a list as a key", "? [a]\n: 1\n",
     "m.yaml:1:3: a list or map as a key; expected a word\n    1 | ? [a]\n      |   ^\n"},
    {"a map as a key", "{{a: 1}: 2}\n",
     "m.yaml:1:2: a list or map as a key; expected a word\n    1 | {{a: 1}: 2}\n      |  ^\n"},
    {"a map that is not closed", "{a: 1\n",
     "m.yaml:1:1: a bracket that is not closed; expected its other end\n    1 | {a: 1\n      | ^\n"},
    {"a quote behind an empty tag", "a: ! 'x\n",
     "m.yaml:1:4: a quote that is not closed; expected its other end\n    1 | a: ! 'x\n      |    ^\n"},
    {"a fault behind a list with a tab", "a: [1,\n\t2]\nb: 1: 2\n",
     "m.yaml:3:5: not YAML: illegal map value\n    3 | b: 1: 2\n      |     ^\n"},
    {"a bracket that is not closed", "a: [1, 2\n", "m.yaml:2:1: not YAML: end of sequence flow not found\n"},
    {"a quote that is not closed", "a: 'x",
     "m.yaml:1:6: not YAML: illegal EOF in scalar\n"
     "    1 | a: 'x\n      |      ^\n"},
    {"two values", "a: 1: 2\n", "m.yaml:1:5: not YAML: illegal map value\n    1 | a: 1: 2\n      |     ^\n"},
    {"65 levels", std::string(65, '[') + std::string(65, ']'),
     "m.yaml:1:65: more than 64 levels of lists and maps; expected fewer\n    1 | " + std::string(65, '[') +
         std::string(65, ']') + "\n      | " + std::string(64, ' ') + "^\n"},
};

TEST_CASE("what is refused, with its place") {
  for (const Refused& row : kRefused) {
    CAPTURE(std::string(row.name));
    CHECK(test::yaml_problems(row.text) == row.problems);
  }
}

TEST_CASE("half a character is refused with its place, and shown as the replacement sign") {
  CHECK(test::yaml_problems("a: \xE4\xB8") ==
        "m.yaml:1:4: a byte that is not UTF-8; expected UTF-8 text\n    1 | a: \uFFFD\uFFFD\n      |    ^\n");
}

TEST_CASE("a byte that is not UTF-8 is refused with its place") {
  const auto tree = parse_yaml("m.yaml", "a: 1\nné: caf\xE9\n");
  REQUIRE_FALSE(tree.has_value());
  REQUIRE(tree.error().size() == 1);
  CHECK(tree.error().front().place == Place{2, 8});
  CHECK(tree.error().front().what == "a byte that is not UTF-8");
  CHECK(tree.error().front().expected == "UTF-8 text");
}

TEST_CASE("a tree outlives the text that it was read from") {
  Tree copy("", {});
  {
    std::string text = "a: a value that is too long for the small string optimisation of the library\n";
    copy = test::tree_of(text);
    text.assign(text.size(), 'x');
  }
  CHECK(copy.nodes()[1].text == "a value that is too long for the small string optimisation of the library");
}

}  // namespace

}  // namespace kvtally::yaml_test
