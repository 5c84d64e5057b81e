#include "report/yaml_text.hpp"

#include <doctest/doctest.h>

#include "read/text/yaml.hpp"

namespace kvtally::yaml_text_test {

namespace {

// The text that a YAML reader takes a scalar for, and whether it is text at all.
std::string read(const std::string& scalar) {
  const auto tree = parse_yaml("t.yaml", "list:\n  - x\nkey: " + scalar + "\nlast: 1\n");
  REQUIRE_MESSAGE(tree.has_value(), scalar);
  const Node* value = member(tree->root(), "key");
  REQUIRE(value != nullptr);
  CHECK(value->kind != Node::Kind::null);
  CHECK(member(tree->root(), "last") != nullptr);
  return std::string(value->text);
}

TEST_CASE("every text reads back") {
  for (const std::string text :
       {"plain", "a b",  "",    " ",    "a ",   " a",   "null",    "True", "no",   "~",
        "- a",   "a: b", "a:",  "a #b", "#a",   "'a'",  "\"a\"",   "a\\n", "a\nb", "a\tb",
        "\x01",  "\x7f", "[a]", "{a}",  "a, b", "&a",   "*a",      "!a",   "%a",   "@a",
        "`a",    "|",    ">",   "?",    "é",    "中文", "2024-12", "010",  "1e3",  "a/b@c (d) e+f",
        "--- x", "..."}) {
    CAPTURE(text);
    CHECK(read(yaml_scalar(text)) == text);
    CHECK(read(yaml_paragraph(text)) == text);
  }
}

TEST_CASE("what is safe stays plain, the rest is quoted") {
  CHECK(yaml_scalar("huggingface/transformers glm5_next @02106f7d") ==
        "huggingface/transformers glm5_next @02106f7d");
  CHECK(yaml_scalar("2024-12") == "2024-12");
  CHECK(yaml_scalar("gemma3n:e4b") == "\"gemma3n:e4b\"");
  CHECK(yaml_scalar("a\"b\\\n") == "\"a\\\"b\\\\\\x0a\"");
  CHECK(yaml_scalar("null") == "\"null\"");
}

TEST_CASE("long texts are folded where folding gives them back") {
  std::string text = "word";
  for (int i = 0; i < 60; ++i) {
    text += " # word:" + std::to_string(i);
  }
  CHECK(yaml_paragraph(text).starts_with(">-\n  word # word:0"));
  CHECK(read(yaml_paragraph(text)) == text);
  CHECK(read(yaml_paragraph(text + "  two spaces")) == text + "  two spaces");
  CHECK(read(yaml_paragraph(text + "\nline")) == text + "\nline");
  CHECK(read(yaml_paragraph(std::string(300, 'x') + " y")) == std::string(300, 'x') + " y");
}

}  // namespace

}  // namespace kvtally::yaml_text_test
