#include <doctest/doctest.h>

#include "report/comparisons.hpp"

namespace kvtally::compare_fields_test {

namespace {

TEST_CASE("the fields in which models differ, a column a model") {
  const Table table = fields_of({test::model_of("llama-3.1-70b"), test::model_of("llama-2-70b")});
  CHECK(write_csv(table) ==
        "field,llama-3.1-70b,llama-2-70b\n"
        "released,2024-07,2023-07\n"
        "parameters,70.6B,69B\n"
        "vocab_size,\"128,256\",\"32,000\"\n"
        "max_position_embeddings,\"131,072\",\"4,096\"\n");
}

TEST_CASE("what one of them does not publish is a dash, and no limit is said") {
  const Table table = fields_of({test::model_of("rwkv-7"), test::model_of("deepseek-v3")});
  CHECK(write_csv(table) ==
        "field,rwkv-7,deepseek-v3\n"
        "vendor,RWKV (BlinkDL),DeepSeek\n"
        "released,2025-03,2024-12\n"
        "parameters,2.9B,671B\n"
        "active parameters,-,37B\n"
        "num_hidden_layers,32,61\n"
        "layers,RWKV x32,MLA x61\n"
        "draft layers,0,1\n"
        "hidden_size,\"2,560\",\"7,168\"\n"
        "num_attention_heads,40,128\n"
        "vocab_size,\"65,536\",\"129,280\"\n"
        "max_position_embeddings,unlimited,\"163,840\"\n");
}

TEST_CASE("nothing where there is one model, or two that are alike") {
  CHECK(fields_of({test::model_of("deepseek-v3")}).rows.empty());
  CHECK(fields_of({test::model_of("deepseek-v3"), test::model_of("deepseek-v3")}).rows.empty());
}

}  // namespace

}  // namespace kvtally::compare_fields_test
