#include "read/description/sorts.hpp"

#include <doctest/doctest.h>

#include "read/reading.hpp"
#include "support/print.hpp"

namespace kvtally::sorts_test {

namespace {

const char* const kText =
    "l: full_attention x2, locl x3, locl, sliding_atention, zzz\n"
    "q: 'full_attention, locl'\n"
    "m: [mamba, attention, bad, local]\n"
    "kinds:\n"
    "  local: {layer_type: sliding_attention, shares: previous}\n"
    "  full_attention: {head_dim: 8}\n";

struct Reader {
  Tree tree = test::tree_of(kText);
  Problems problems;
  Fields fields{tree, tree.root(), problems};
  Sorts sorts{fields};
};

TEST_CASE("the layer type of a sort") {
  const Reader reader;
  CHECK(reader.sorts.type("local") == "sliding_attention");
  CHECK(reader.sorts.type("full_attention") == "full_attention");
  CHECK(reader.sorts.type("attention") == "full_attention");
  CHECK(reader.sorts.type("mamba") == "linear_attention");
  CHECK(reader.sorts.type("unheard_of") == "unheard_of");
}

TEST_CASE("what stands under kinds") {
  const Reader reader;
  CHECK(reader.sorts.node("local")->place == Place{5, 10});
  CHECK(reader.sorts.node("moe") == nullptr);
  CHECK(reader.sorts.setting("local", "shares")->text == "previous");
  CHECK(reader.sorts.setting("full_attention", "shares") == nullptr);
  CHECK(reader.sorts.setting("moe", "shares") == nullptr);
}

TEST_CASE("names that are no sorts, each once, with the nearest that is") {
  Reader reader;
  CHECK_FALSE(reader.sorts.known(*read_runs(reader.fields, "l"), "l"));
  const char* const expected = "a layer type of transformers, or a name under 'kinds' with its layer_type";
  const std::string line = "l: full_attention x2, locl x3, locl, sliding_atention, zzz";
  CHECK(reader.problems ==
        Problems{{"m.yaml", {1, 23}, "unknown layer type 'locl'", expected, "local", line},
                 {"m.yaml", {1, 38}, "unknown layer type 'sliding_atention'", expected, "sliding_attention", line},
                 {"m.yaml", {1, 56}, "unknown layer type 'zzz'", expected, "", line}});
  CHECK(reader.sorts.known({{"local", 3}, {"mamba", 1}, {"moe", 2}}, "l"));
  CHECK(reader.problems.size() == 3);
}

TEST_CASE("of 5,000 names that are no sorts 100 are named, each at its place") {
  std::string text = "l: u0";
  for (int i = 1; i < 5'000; ++i) {
    text += ", u" + std::to_string(i);
  }
  const Tree tree = test::tree_of(text);
  Problems problems;
  const Fields fields(tree, tree.root(), problems);
  CHECK_FALSE(Sorts(fields).known(*read_runs(fields, "l"), "l"));
  CHECK(problems.size() == 100);
  CHECK(problems[1].place == Place{1, 8});
  CHECK(problems.back().what == "unknown layer type 'u99'");
  CHECK(problems.back().place == Place{1, 489});  // 3 + 10 × 4 + 89 × 5 + 1
}

TEST_CASE("a name that is part of another has its own place") {
  const Tree tree = test::tree_of("l: full_attention, x-full, full, x\n");
  const Node& list = *member(tree.root(), "l");
  CHECK(place_of(tree, list, "full") == Place{1, 28});
  CHECK(place_of(tree, list, "x") == Place{1, 34});
  CHECK(place_of(tree, list, "attention") == Place{1, 4});
}

TEST_CASE("the place of a name in a list or a text") {
  const Reader reader;
  CHECK(place_of(reader.fields.tree(), *reader.fields.find("m"), "bad") == Place{3, 23});
  CHECK(place_of(reader.fields.tree(), *reader.fields.find("l"), "locl") == Place{1, 23});
  CHECK(place_of(reader.fields.tree(), *reader.fields.find("q"), "locl") == Place{2, 21});
  CHECK(place_of(reader.fields.tree(), *reader.fields.find("q"), "absent") == Place{2, 4});
}

}  // namespace

}  // namespace kvtally::sorts_test
