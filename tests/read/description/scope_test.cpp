#include "read/description/scope.hpp"

#include <doctest/doctest.h>

#include "read/reading.hpp"
#include "support/print.hpp"

namespace kvtally::scope_test {

namespace {

// One layer type's parameters over those of the model.
struct Reader {
  explicit Reader(const std::string& text, bool has_special = true) : tree(test::tree_of(text)) {
    if (has_special) {
      special.emplace(tree, *member(tree.root(), "special"), problems);
    }
  }
  Tree tree;
  Problems problems;
  Trace trace;
  Fields general{tree, tree.root(), problems};
  std::optional<Fields> special;
  Scope scope() { return {"t", general, special ? &*special : nullptr, trace}; }
};

const char* const kText =
    "head_dim: 16\n"
    "sliding_window: 128\n"
    "shared_key_value: true\n"
    "linear_type: gla\n"
    "special: {head_dim: 32, shared_key_value: false, linear_type: kda, index_topk: ~, v_head_dim: 0}\n";

TEST_CASE("a layer type's own parameters come before the model's") {
  Reader reader(kText);
  const Scope scope = reader.scope();
  CHECK(scope.layer() == "t");
  CHECK(scope.optional("head_dim") == 32);
  CHECK(scope.optional("sliding_window") == 128);
  CHECK(scope.optional("index_topk") == std::nullopt);
  CHECK_FALSE(scope.flag("shared_key_value"));
  CHECK(scope.text("linear_type") == "kda");
  CHECK(scope.text("absent") == "");
  CHECK_FALSE(scope.flag("absent"));
  CHECK(scope.has("sliding_window"));
  CHECK_FALSE(scope.has("index_topk"));
  CHECK(reader.problems.empty());
  CHECK(Reader(kText, false).scope().optional("head_dim") == 16);
  CHECK(Reader(kText, false).scope().text("linear_type") == "gla");
}

TEST_CASE("where the values came from is noted once") {
  Reader reader(kText);
  const Scope scope = reader.scope();
  scope.optional("head_dim");
  scope.need("sliding_window");
  scope.need("sliding_window");
  scope.optional("index_topk");
  CHECK(reader.trace.origins ==
        Origins{{"t", "head_dim", "32", {5, 21}, "given"}, {"t", "sliding_window", "128", {2, 17}, "given"}});
  CHECK(reader.trace.asked == std::set<std::string, std::less<>>{"head_dim", "index_topk", "sliding_window"});
}

TEST_CASE("a number that is missing or wrong is noted, and a number stands in for it") {
  Reader reader(kText);
  const Scope scope = reader.scope();
  CHECK(scope.need("mamba_d_conv") == 1);
  CHECK(scope.need("linear_conv_kernel_dim", 0, 9) == 1);
  CHECK(scope.need("conv_L_cache", 2, 9) == 2);
  CHECK(scope.need("v_head_dim") == 1);
  CHECK(render(reader.problems) ==
        "m.yaml: t layers need the key 'mamba_d_conv'; expected a whole number from 1 to 2147483647\n"
        "m.yaml: t layers need the key 'linear_conv_kernel_dim'; expected a whole number from 0 to 9\n"
        "m.yaml: t layers need the key 'conv_L_cache'; expected a whole number from 2 to 9\n"
        "m.yaml:5:95: v_head_dim is '0'; expected a whole number from 1 to 2147483647\n"
        "    5 | special: {head_dim: 32, shared_key_value: false, linear_type: kda, index_topk: ~, "
        "v_head_dim: 0}\n      | " +
            std::string(94, ' ') + "^\n");
}

TEST_CASE("head_dim is given or derived, and the derivation is an assumption") {
  Reader given("head_dim: 24\nhidden_size: 64\nnum_attention_heads: 4\n", false);
  CHECK(given.scope().head_dim() == 24);
  CHECK(given.trace.assumptions.empty());

  Reader derived("hidden_size: 64\nnum_attention_heads: 4\n", false);
  CHECK(derived.scope().head_dim() == 16);
  CHECK(derived.scope().head_dim() == 16);
  CHECK(derived.trace.assumptions == std::vector<std::string>{"head_dim 16 = hidden_size 64 ÷ 4 heads"});
  CHECK(derived.trace.origins == Origins{{"t", "hidden_size", "64", {1, 14}, "given"},
                                         {"t", "num_attention_heads", "4", {2, 22}, "given"},
                                         {"t", "head_dim", "16", {}, "hidden_size ÷ num_attention_heads"}});
  CHECK(derived.problems.empty());
}

TEST_CASE("head_dim that cannot be derived is a problem") {
  const std::pair<const char*, const char*> rows[] = {
      {"hidden_size: 65\n", "t layers have no 'head_dim', and hidden_size is no multiple of num_attention_heads"},
      {"", "t layers have no 'head_dim', and there is no hidden_size to divide"},
  };
  for (const auto& [text, problem] : rows) {
    CAPTURE(std::string(text));
    Reader reader(std::string(text) + "num_attention_heads: 4\n", false);
    CHECK(reader.scope().head_dim() == 1);
    REQUIRE(reader.problems.size() == 1);
    CHECK(reader.problems.front().what == problem);
    CHECK(reader.problems.front().expected == "head_dim");
    CHECK(reader.problems.front().place == Place{});
  }
}

TEST_CASE("what follows from a number that was refused is not said again") {
  struct Row {
    const char* text;
    const char* problem;
  };
  const char* const heads = "num_attention_heads: 4\n";
  const Row rows[] = {
      {"hidden_size: x\n", "hidden_size is 'x': it is not a whole number in decimal digits"},
      {"head_dim: x\nhidden_size: 65\n", "head_dim is 'x': it is not a whole number in decimal digits"},
      {"head_dim: 0\nhidden_size: 64\n", "head_dim is '0'"},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.text));
    Reader reader(std::string(row.text) + heads, false);
    CHECK(reader.scope().head_dim() == 1);
    REQUIRE(reader.problems.size() == 1);
    CHECK(reader.problems.front().what == row.problem);
    CHECK(reader.scope().problems() == 1);
    CHECK(reader.trace.assumptions.empty());
  }
}

TEST_CASE("the values that some layer read are known, those that it only asked for are not") {
  Reader reader(kText);
  const Scope scope = reader.scope();
  scope.optional("head_dim");
  scope.optional("sliding_window");
  scope.optional("index_topk");
  CHECK(reader.trace.read ==
        std::set<const Node*>{reader.special->find("head_dim"), reader.general.find("sliding_window")});
}

TEST_CASE("an assumption stands once") {
  Trace trace;
  trace.assume("b");
  trace.assume("a");
  trace.assume("b");
  CHECK(trace.assumptions == std::vector<std::string>{"b", "a"});
}

}  // namespace

}  // namespace kvtally::scope_test
