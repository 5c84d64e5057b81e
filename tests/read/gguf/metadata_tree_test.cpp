#include "read/gguf/metadata_tree.hpp"

#include <doctest/doctest.h>

#include "read/fields.hpp"
#include "read/gguf/reading.hpp"

namespace kvtally::metadata_tree_test {

namespace {

using test::text;
using test::u32;
using test::u64;

struct Read {
  explicit Read(const test::GgufWriter& writer)
      : bytes(writer.file()),
        file(*parse_gguf("m.gguf", test::bytes_of(bytes))),
        tree(metadata_tree(file, "llama")) {}
  std::string problems() const { return tree ? "" : render(tree.error()); }

  std::string bytes;
  GgufFile file;
  Expected<Tree> tree;
};

TEST_CASE("the architecture's keys become maps, with the place of the key in the file") {
  test::GgufWriter writer("llama");
  writer.global("general.name", "N").set("block_count", 2).set("attention.head_count", std::vector<int>{4, 8});
  writer.set("attention.indexer.types", std::vector<bool>{true, false}).set("rope.scaling.finetuned", true);
  writer.raw("llama.rope.freq_base", 6, u32(0x461c4000)).raw("llama.note", 8, text("x\ny"));
  writer.raw("llama.labels", 9, u32(8) + u64(1) + text("a")).raw("llama3.block_count", 4, u32(9));
  const Read read(writer);
  REQUIRE(read.tree.has_value());
  Problems problems;
  const Fields fields(*read.tree, read.tree->root(), problems);
  CHECK(fields.integer("block_count", 0, 9) == 2);
  CHECK(fields.find("block_count")->place == Place{3, 1});
  CHECK(fields.texts("attention.head_count") == std::vector<std::string>{"4", "8"});
  CHECK(fields.texts("attention.indexer.types") == std::vector<std::string>{"true", "false"});
  CHECK(fields.boolean("rope.scaling.finetuned") == true);
  CHECK(fields.find("rope.freq_base")->text == "10000.0");
  CHECK(described(*fields.find("note")) == "the text \"x\ny\"");
  CHECK(described(*fields.find("labels")) == "the text \"[1 texts]\"");
  CHECK(fields.find("general") == nullptr);
  CHECK(problems.empty());
  CHECK(read.tree->problem({4, 1}, "x").excerpt == "llama.attention.head_count = [4, 8]");
}

TEST_CASE("long arrays are shown by their beginning, and only lists of layers are kept") {
  test::GgufWriter writer("llama");
  writer.set("a", std::vector<int>(9, 7)).raw("llama.b", 9, u32(0) + u64(70000) + std::string(70000, '\1'));
  const Read read(writer);
  REQUIRE(read.tree.has_value());
  CHECK(read.tree->problem({2, 1}, "x").excerpt == "llama.a = [7, 7, 7, 7, 7, 7, 7, 7, … 9 in all]");
  CHECK(member(read.tree->root(), "b")->kind == Node::Kind::quoted);
  CHECK(read.tree->nodes().size() == 1 + 10 + 1);
}

TEST_CASE("keys that contradict one another or are too deep, and too many numbers, are refused") {
  test::GgufWriter both("llama");
  both.set("rope", 1).set("rope.freq", 2);
  CHECK(
      Read(both).problems() ==
      "m.gguf: at byte 69: the key 'llama.rope' is also the beginning of others; expected a value or keys behind "
      "it\n");
  test::GgufWriter deep("llama");
  deep.set("a.b.c.d.e.f.g.h.i", 1);
  CHECK(Read(deep).problems() ==
        "m.gguf: at byte 69: the key 'llama.a.b.c.d.e.f.g.h.i' has 9 parts; expected from 1 to 8\n");
  test::GgufWriter nothing("llama");
  nothing.set("", 1);
  CHECK(Read(nothing).problems() == "m.gguf: at byte 69: the key 'llama.' has 0 parts; expected from 1 to 8\n");
  test::GgufWriter many("llama");
  for (int i = 0; i < 17; ++i) {
    many.raw("llama.a" + std::to_string(i), 9, u32(0) + u64(65535) + std::string(65535, '\1'));
  }
  CHECK(Read(many).problems().contains("the arrays up to here hold more than 2^20 numbers"));
}

}  // namespace

}  // namespace kvtally::metadata_tree_test
