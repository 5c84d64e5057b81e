#include "read/gguf/rule.hpp"

#include <doctest/doctest.h>

#include "read/gguf/architectures.hpp"
#include "read/gguf/metadata_tree.hpp"
#include "read/gguf/reading.hpp"

namespace kvtally::rule_test {

namespace {

using Numbers = std::vector<std::int64_t>;

struct Bench {
  explicit Bench(const test::GgufWriter& writer)
      : bytes(writer.file()),
        file(*parse_gguf("m.gguf", test::bytes_of(bytes))),
        tree(*metadata_tree(file, "llama")),
        keys(tree, tree.root(), problems),
        out(keys, nullptr),
        r(*architecture_of("llama"), keys, out, [](std::string_view name) { return name == "here"; }) {}

  std::string bytes;
  GgufFile file;
  Tree tree;
  Problems problems;
  Fields keys;
  Translation out;
  GgufRule r;
};

test::GgufWriter blocks(int count) { return test::GgufWriter("llama").set("block_count", count); }

TEST_CASE("numbers are read and counted as understood") {
  Bench bench(blocks(3).set("a", 7).set("flag", true).set("list", std::vector<int>{1, 2}));
  CHECK(bench.r.blocks() == 3);
  CHECK(bench.r.trunk() == 3);
  CHECK(bench.r.number("a") == 7);
  CHECK_FALSE(bench.r.number("b"));
  CHECK(bench.r.flag("flag", false));
  CHECK(bench.r.flag("other", true));
  CHECK(bench.r.list("list") == Numbers{1, 2});
  CHECK(bench.r.is_list("list"));
  CHECK_FALSE(bench.r.is_list("a"));
  CHECK(bench.r.full("a") == "llama.a");
  CHECK(bench.r.has_tensor("here"));
  CHECK_FALSE(bench.r.has_tensor("there"));
  CHECK(bench.r.used().contains("flag"));
  CHECK_FALSE(bench.r.used().contains("x"));
  CHECK(bench.problems.empty());
}

TEST_CASE("one number for each block: of an array, of one value, of the trunk alone") {
  Bench bench(blocks(3)
                  .set("nextn_predict_layers", 1)
                  .set("one", 5)
                  .set("all", std::vector<int>{1, 2, 3})
                  .set("trunk", std::vector<bool>{true, false})
                  .set("yes", true)
                  .set("short", std::vector<int>{1}));
  CHECK(bench.r.trunk() == 2);
  CHECK(bench.r.each("none").empty());
  CHECK(bench.r.each("one") == Numbers{5, 5, 5});
  CHECK(bench.r.each_mark("yes") == Numbers{1, 1, 1});
  CHECK(bench.r.each("all") == Numbers{1, 2, 3});
  CHECK(bench.r.each_mark("trunk") == Numbers{1, 0, 0});
  CHECK(bench.problems.empty());
  bench.r.each("short");
  CHECK(render(bench.problems)
            .starts_with("m.gguf:8:1: llama.short has 1 values for 3 blocks; expected one for each"));
  bench.r.without_drafts();
  CHECK(bench.r.trunk() == 3);
}

TEST_CASE("true is no number, and neither is a fraction") {
  test::GgufWriter flags = test::GgufWriter("llama").set("block_count", 2).set("embedding_length", 256);
  flags.set("attention.head_count", std::vector<bool>{true, true});
  CHECK(test::gguf_problems(flags) ==
        "m.gguf:4:1: llama.attention.head_count holds 'true'; expected whole numbers\n"
        "    4 | llama.attention.head_count = [true, true]\n"
        "      | ^\n");
  test::GgufWriter real = test::GgufWriter("llama").set("block_count", 2).set("embedding_length", 256);
  CHECK(test::gguf_problems(real.raw("llama.attention.head_count", 6, test::u32(0x40800000)))
            .starts_with("m.gguf:4:1: attention.head_count is '4.0'"));
}

TEST_CASE("wrong values are problems with the key's line") {
  Bench bench(blocks(2)
                  .set("list", std::vector<int>{1, -2})
                  .raw("llama.text", 8, test::text("x"))
                  .raw("llama.n", 5, test::u32(0xffffffff)));
  CHECK(bench.r.each("list") == Numbers{1, 1});
  CHECK_FALSE(bench.r.number("text"));
  CHECK_FALSE(bench.r.number("n"));
  CHECK(bench.r.need("gone") == 1);
  CHECK(bench.r.take("list", "ours"));
  CHECK(bench.r.list("text").empty());
  CHECK(bench.problems.size() == 6);
  CHECK(bench.problems[0].what == "llama.list holds '-2'");
  CHECK(bench.problems[1].what == "text is the text \"x\"");
  CHECK(bench.problems[3].what == "the key 'llama.gone' is missing");
  CHECK(bench.problems[4].what == "llama.list is a list");
}

TEST_CASE("block counts that cannot be") {
  CHECK(
      test::gguf_problems(test::GgufWriter("llama").set("embedding_length", 64).set("attention.head_count", 4)) ==
      "m.gguf: the key 'llama.block_count' is missing; expected a whole number\n");
  test::GgufWriter drafts = test::small_gguf();
  CHECK(test::gguf_problems(drafts.set("nextn_predict_layers", 2)) ==
        "m.gguf:7:1: 2 of 2 blocks are draft layers; expected fewer than all\n"
        "    7 | llama.nextn_predict_layers = 2\n"
        "      | ^\n");
}

}  // namespace

}  // namespace kvtally::rule_test
