#include "read/text/json.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "support/golden.hpp"

namespace kvtally::json_test {

namespace {

Tree tree_of(std::string text) {
  auto tree = parse_json("m.json", std::move(text));
  REQUIRE_MESSAGE(tree.has_value(), render(tree.error()));
  return *tree;
}

std::string problems_of(std::string text) {
  const auto tree = parse_json("m.json", std::move(text));
  return tree ? "" : render(tree.error());
}

// The nodes of a document one after the other: place of the key, key, place, kind, text and size.
std::string listed(const Tree& tree) {
  constexpr std::string_view kKinds[] = {"plain", "quoted", "null", "list", "map"};
  std::string out;
  for (const Node& node : tree.nodes()) {
    const std::string key =
        node.key.empty() ? "" : fmt::format("{}:{} {} = ", node.key_place.line, node.key_place.column, node.key);
    out += fmt::format("{}{}:{} {} [{}] {}\n", key, node.place.line, node.place.column,
                       kKinds[static_cast<std::size_t>(node.kind)], node.text, node.size);
  }
  return out;
}

// The text of the only value of {"a": VALUE}.
std::string value_text(const std::string& value) {
  const Tree tree = tree_of("{\"a\": " + value + "}");
  return std::string(tree.nodes()[1].text);
}

Node::Kind value_kind(const std::string& value) { return tree_of("{\"a\": " + value + "}").nodes()[1].kind; }

TEST_CASE("every key and value has its place") {
  const std::string text =
      "{\n"
      "  \"a\": 1,\n"
      "  \"b\" : [\"x\", null, [true]],\n"
      "\t\"c\": {\"d\":-2.5e3}\n"
      "}\n";
  CHECK(listed(tree_of(text)) ==
        "1:1 map [] 9\n"
        "2:3 a = 2:8 plain [1] 1\n"
        "3:3 b = 3:9 list [] 5\n"
        "3:10 quoted [x] 1\n"
        "3:15 null [null] 1\n"
        "3:21 list [] 2\n"
        "3:22 plain [true] 1\n"
        "4:2 c = 4:7 map [] 2\n"
        "4:8 d = 4:12 plain [-2.5e3] 1\n");
}

TEST_CASE("columns count characters, whatever their bytes") {
  CHECK(listed(tree_of("{\"größe 😀\": \"日本\", \"b\": 7}")) ==
        "1:1 map [] 3\n"
        "1:2 größe 😀 = 1:13 quoted [日本] 1\n"
        "1:19 b = 1:24 plain [7] 1\n");
}

TEST_CASE("CRLF and a byte order mark move no place") {
  CHECK(listed(tree_of("\xEF\xBB\xBF{\r\n  \"a\": 1,\r\n  \"b\": 2\r\n}\r\n")) ==
        "1:1 map [] 3\n"
        "2:3 a = 2:8 plain [1] 1\n"
        "3:3 b = 3:8 plain [2] 1\n");
  CHECK(problems_of("\xEF\xBB\xBF{\"a\": 1, \"a\": 2}") ==
        "m.json:1:10: the key 'a' stands here a second time; expected each key once\n"
        "    1 | {\"a\": 1, \"a\": 2}\n"
        "      |          ^\n");
}

TEST_CASE("punctuation inside of strings moves no place") {
  CHECK(listed(tree_of(R"({"a]}": "[{,:\"\\", "b": ["}", "]\\"], "c": {}})")) ==
        "1:1 map [] 6\n"
        "1:2 a]} = 1:9 quoted [[{,:\"\\] 1\n"
        "1:21 b = 1:26 list [] 3\n"
        "1:27 quoted [}] 1\n"
        "1:32 quoted []\\] 1\n"
        "1:40 c = 1:45 map [] 1\n");
}

TEST_CASE("in a real file each key and value stands at its place") {
  const std::string text = test::source_text("tests/data/configs/kimi-k3.json");
  const Tree tree = tree_of(text);
  CHECK(tree.nodes().size() > 100);
  for (const Node& node : tree.nodes()) {
    const auto from = [&](Place place) { return line_of(text, place).substr(place.column - 1); };
    const std::string quote = node.kind == Node::Kind::quoted ? "\"" : "";
    const bool escaped = node.text.find('\\') != std::string_view::npos;  // written in another way
    const bool value = escaped || from(node.place).starts_with(quote + std::string(node.text) + quote);
    const bool key = node.key.empty() || from(node.key_place).starts_with("\"" + std::string(node.key) + "\"");
    CHECK_MESSAGE((value && key), node.key << " " << node.text);
  }
}

TEST_CASE("strings are decoded, with escapes and surrogate pairs") {
  CHECK(value_text(R"("\ud83d\ude00")") == "😀");
  CHECK(value_text(R"("a\"b\\c\/d\n\t\u0041")") == "a\"b\\c/d\n\tA");
  CHECK(value_text(R"("\u0000")") == std::string(1, '\0'));
  CHECK(value_text("\"\"").empty());
  CHECK(value_kind("\"null\"") == Node::Kind::quoted);
  CHECK(listed(tree_of(R"({"\ud83d\ude00": 1, "b": 2})")) ==
        "1:1 map [] 3\n"
        "1:2 😀 = 1:18 plain [1] 1\n"
        "1:21 b = 1:26 plain [2] 1\n");
}

TEST_CASE("numbers stay as they are written") {
  for (const std::string number : {"0", "-0", "4096", "4096.0", "1e3", "1E+3", "-2.50", "1e-400",
                                   "99999999999999999999999999", "-99999999999999999999"}) {
    CAPTURE(number);
    CHECK(value_text(number) == number);
    CHECK(value_kind(number) == Node::Kind::plain);
  }
}

TEST_CASE("bare infinities and NaN are read, those in strings are left alone") {
  for (const std::string word : {"Infinity", "-Infinity", "NaN"}) {
    CAPTURE(word);
    CHECK(value_text(word) == word);
    CHECK(value_kind(word) == Node::Kind::plain);
    CHECK(value_text("\"" + word + "\"") == word);
    CHECK(value_kind("\"" + word + "\"") == Node::Kind::quoted);
    CHECK(tree_of("{\"" + word + "\": 1}").nodes()[1].key == word);
  }
  CHECK(value_text(R"("\"NaN\" Infinity\\")") == "\"NaN\" Infinity\\");
  CHECK(listed(tree_of("[0.0, Infinity,NaN,-Infinity ,null]")) ==
        "1:1 list [] 6\n1:2 plain [0.0] 1\n1:7 plain [Infinity] 1\n1:16 plain [NaN] 1\n"
        "1:20 plain [-Infinity] 1\n1:31 null [null] 1\n");
}

TEST_CASE("a null, empty containers and documents of one value") {
  CHECK(value_kind("null") == Node::Kind::null);
  CHECK(listed(tree_of("{}")) == "1:1 map [] 1\n");
  CHECK(listed(tree_of(" [ ] ")) == "1:2 list [] 1\n");
  CHECK(listed(tree_of("[{}, [], {\"a\": []}]")) ==
        "1:1 list [] 5\n1:2 map [] 1\n1:6 list [] 1\n1:10 map [] 2\n1:11 a = 1:16 list [] 1\n");
  CHECK(listed(tree_of("\"alone\"")) == "1:1 quoted [alone] 1\n");
  CHECK(listed(tree_of("\n 12")) == "2:2 plain [12] 1\n");
}

TEST_CASE("a key that stands twice is refused, each time, in each map on its own") {
  CHECK(problems_of("{\"a\": {\"b\": 1}, \"c\": {\"b\": 1}}") == "");
  CHECK(problems_of("{\n  \"a\": 1,\n  \"b\": {\"k\": 1, \"\\u006b\": 2},\n  \"a\": 1\n}") ==
        "m.json:3:17: the key 'k' stands here a second time; expected each key once\n"
        "    3 |   \"b\": {\"k\": 1, \"\\u006b\": 2},\n"
        "      |                 ^\n"
        "m.json:4:3: the key 'a' stands here a second time; expected each key once\n"
        "    4 |   \"a\": 1\n"
        "      |   ^\n");
}

TEST_CASE("what is not JSON is refused at its place") {
  struct Row {
    std::string name;
    std::string text;
  };
  const Row rows[] = {
      {"empty", ""},
      {"blanks", " \n\t "},
      {"trailing comma", "{\n  \"a\": 1,\n}"},
      {"line comment", "{\n  // one\n  \"a\": 1\n}"},
      {"block comment", "{ /* one */ }"},
      {"two documents", "{\"a\": 1}\n{\"a\": 1}"},
      {"leading zero", "{\"a\": 010}"},
      {"plus sign", "{\"a\": +1}"},
      {"hexadecimal", "{\"a\": 0x10}"},
      {"half a number", "{\"a\": 1.}"},
      {"too large a number", "{\"a\": 1e400}"},
      {"single quotes", "{'a': 1}"},
      {"Python's None", "{\"a\": None}"},
      {"missing comma", "{\n  \"a\": 1\n  \"b\": 2\n}"},
      {"missing colon", "{\"a\" 1}"},
      {"no key", "{1: 2}"},
      {"half a surrogate pair", "{\"a\": \"\\ud83d\"}"},
      {"a line end in a string", "{\"a\": \"x\ny\"}"},
      {"the wrong bracket", "{\"a\": [1}"},
      {"cut inside of a string", "{\"a\": \"x"},
      {"a word that begins with Infinity", "{\"a\": Infinityx}"},
      {"no UTF-8", "{\"größe\": \"\xFF\"}"},
  };
  std::string all;
  for (const Row& row : rows) {
    all += "== " + row.name + "\n" + problems_of(row.text);
  }
  test::check_golden("tests/golden/config_broken/json.txt", all);
}

TEST_CASE("a document cut at any byte is refused") {
  const std::string text =
      "{\"a\": [1.5e3, Infinity, \"\\ud83d\\ude00 é\"], \"größe\": {\"b\": null, \"c\": -Infinity}, \"d\": true}";
  const std::string whole = test::source_text("tests/data/configs/llama-2-70b.json");
  REQUIRE(whole.find_last_of('}') != std::string::npos);
  int accepted = 0;
  for (std::size_t size = 0; size <= whole.find_last_of('}'); ++size) {
    accepted += parse_json("m.json", whole.substr(0, size)).has_value() ? 1 : 0;
  }
  for (std::size_t size = 0; size < text.size(); ++size) {
    accepted += parse_json("m.json", text.substr(0, size)).has_value() ? 1 : 0;
  }
  CHECK(accepted == 0);
}

TEST_CASE("depth and size are bounded") {
  const auto nested = [](std::string_view opening, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
      text += opening;
    }
    return text;
  };
  for (const std::string_view opening : {"[", "{\"a\":"}) {
    CAPTURE(opening);
    const auto tree = parse_json("m.json", nested(opening, 200'000));
    REQUIRE_FALSE(tree.has_value());
    REQUIRE(tree.error().size() == 1);
    CHECK(tree.error()[0].what == "more than 64 levels of lists and maps");
    CHECK(tree.error()[0].place == Place{1, static_cast<std::uint32_t>(64 * opening.size() + 1)});
  }
  CHECK(problems_of(nested("[", 64) + nested("]", 64)) == "");
  CHECK(problems_of(nested("[", 65) + nested("]", 65)).starts_with("m.json:1:65: more than 64 levels"));
  std::string values = "[0";
  values.reserve(std::size_t{1} << 22);
  for (int i = 0; i < (1 << 20) - 2; ++i) {
    values += ",0";
  }
  CHECK(problems_of(values + "]") == "");
  CHECK(problems_of(values + ",0]").starts_with("m.json:1:2097152: the document has more than 2^20 values"));
}

}  // namespace

}  // namespace kvtally::json_test
