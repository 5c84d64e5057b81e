#include "read/gguf/layer_plan.hpp"

#include <doctest/doctest.h>

#include "read/gguf/reading.hpp"

namespace kvtally::layer_plan_test {

namespace {

using test::gguf_model;
using test::gguf_problems;
using test::GgufWriter;
using test::kept;

GgufWriter heads(const std::vector<int>& queries, const std::vector<int>& key_values) {
  GgufWriter out("deci");
  out.set("block_count", static_cast<int>(queries.size())).set("embedding_length", 256).set("context_length", 64);
  return out.set("attention.head_count", queries).set("attention.head_count_kv", key_values);
}

TEST_CASE("layers that differ get sorts of their own, equal ones share theirs") {
  GgufWriter file = heads({8, 4, 8, 4, 0}, {2, 4, 2, 1, 0});
  const Model model = gguf_model(file.set("attention.key_length", 32).set("attention.value_length", 16));
  CHECK(model.layers.size() == 4);
  CHECK(model.order.size() == 5);
  CHECK(kept(model, 64) == (2 + 4 + 2 + 1) * (32 + 16) * 2 * 64);
  CHECK(model.naive.num_attention_heads == 8);
  CHECK(model.naive.num_key_value_heads == 2);
  CHECK(model.naive.head_dim == 32);
}

TEST_CASE("widths and key-value heads that are not written follow from the first block's heads") {
  GgufWriter file("llama");
  file.set("block_count", 2).set("embedding_length", 256).set("context_length", 64).set("attention.head_count", 4);
  CHECK(kept(gguf_model(file), 64) == 2 * 2 * 4 * 64 * 2 * 64);
  file.set("attention.key_length", 96);
  CHECK(kept(gguf_model(file), 64) == 2 * 4 * (96 + 64) * 2 * 64);
  CHECK(gguf_problems(heads({3, 3}, {3, 3})) ==
        "m.gguf: deci.attention.key_length is missing, and deci.embedding_length is no multiple of the first "
        "block's "
        "head count; expected attention.key_length and attention.value_length\n");
  CHECK(gguf_problems(GgufWriter("llama").set("block_count", 1).set("embedding_length", 64)) ==
        "m.gguf: the key 'llama.attention.head_count' is missing; expected a whole number\n");
}

TEST_CASE("a layer without key-value heads is refused where the architecture has none such") {
  GgufWriter none("llama");
  none.set("block_count", 2).set("embedding_length", 256).set("attention.head_count", 4);
  CHECK(gguf_problems(none.set("attention.head_count_kv", std::vector<int>{2, 0})) ==
        "m.gguf:5:1: a block of 'llama' without key-value heads; expected at least 1 in each\n"
        "    5 | llama.attention.head_count_kv = [2, 0]\n"
        "      | ^\n");
}

TEST_CASE("heads that do not divide are refused by the description") {
  const std::string problems = gguf_problems(heads({4, 4}, {3, 3}));
  CHECK(problems.contains("3 key-value heads for 4 query heads; expected a divisor of num_attention_heads"));
}

}  // namespace

}  // namespace kvtally::layer_plan_test
