#include "check/asking.hpp"

namespace kvtally::census_figures_test {

namespace {

using test::ask;

TEST_CASE("files by what their classes give") {
  CHECK(ask("figure: census.count") == "493 files");
  CHECK(ask("figure: census.count, later: false") == "491 files");
  CHECK(ask("figure: census.count, key: kv_lora_rank") == "12 files");
  CHECK(ask("figure: census.count, key: kv_lora_rank, later: false") == "11 files");
  CHECK(ask("figure: census.count, key: sliding_window") == "44 files");
  CHECK(ask("figure: census.count, key: kv_lora_rank, heads: mha") == "10 files");
  CHECK(ask("figure: census.files, key: kv_lora_rank, heads: gqa") == "no configuration file is of this sort");
  CHECK(ask("figure: census.files, heads: mqa") == "deepseek_v4");
  CHECK(ask("figure: census.files, key: sliding_window, has: sinks") ==
        "deepseek_v4, gpt_oss, granite_swa, granitemoe_swa, mimo_v2_flash, openai_privacy_filter");
}

TEST_CASE("files by the layer types that they fill in, and by words in them") {
  CHECK(ask("figure: census.count, layer_type: linear_attention") == "16 files");
  CHECK(ask("figure: census.count, mentions: linear_attention") == "17 files");
  CHECK(ask("figure: census.files, layer_type: linear_attention, has: indexer") == "glm5_next, qwen4_exp");
  CHECK(ask("figure: census.files, layer_type: hybrid") == "falcon_h1, inkling, zamba, zamba2, zaya");
  CHECK(ask("figure: census.layer_types, file: nemotron_h") == "linear_attention, moe, full_attention, mlp");
}

TEST_CASE("how heads share keys and values, by file and by class") {
  CHECK(ask("figure: census.heads") == "101: 72 / 28 / 1");
  CHECK(ask("figure: census.heads, by: file, later: false") == "99: 71 / 27 / 1");
  CHECK(ask("figure: census.heads, by: class") == "108: 76 / 31 / 1");
  CHECK(ask("figure: census.heads, by: class, later: false") == "106: 75 / 30 / 1");
}

TEST_CASE("what classes give by default") {
  CHECK(ask("figure: census.defaults, model_types: [llama, qwen2, qwen3], keys: [num_key_value_heads]") ==
        "None, 32, 32");
  CHECK(ask("figure: census.defaults, model_types: [deepseek_v4], keys: [num_attention_heads, "
            "num_key_value_heads]") == "64/1");
}

TEST_CASE("what is refused") {
  CHECK(ask("figure: census.count, key: head_count") == "no configuration file has the key 'head_count'");
  CHECK(ask("figure: census.count, layer_type: linear") == "no configuration file has the layer_type 'linear'");
  CHECK(ask("figure: census.count, mentions: mla") == "no configuration file has the mentions 'mla'");
  CHECK(ask("figure: census.count, heads: gqua") == "heads is 'gqua'");
  CHECK(ask("figure: census.count, has: windows") == "has is 'windows'");
  CHECK(ask("figure: census.heads, by: model") == "by is 'model'");
  CHECK(ask("figure: census.layer_types, file: nemotron") == "the classes of nemotron fill in no layer types");
  CHECK(ask("figure: census.layer_types, file: nemotrom") == "no configuration file 'nemotrom' is known");
  CHECK(ask("figure: census.layer_types") == "the key 'file' is missing");
  CHECK(ask("figure: census.defaults, model_types: [lama], keys: [hidden_size]") ==
        "no class of transformers is known for the model type 'lama'");
  CHECK(ask("figure: census.defaults, model_types: [llama], keys: [hidden_sizes]") ==
        "no class has a default of 'hidden_sizes'");
  CHECK(ask("figure: census.defaults, keys: [hidden_size]") == "model_types or keys are missing");
}

}  // namespace

}  // namespace kvtally::census_figures_test
