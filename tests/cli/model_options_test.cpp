#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/transcript.hpp"
#include "support/folder.hpp"
#include "support/golden.hpp"

namespace kvtally::model_options_test {

namespace {

using Json = nlohmann::json;
using test::Words;

Json show(Words words) {
  words.insert(words.begin(), "show");
  words.insert(words.end(), {"-o", "json"});
  return Json::parse(test::output_of(words))["models"][0];
}

// The traps of number readers: a sign, octal, an exponent, no number, and more than fits.
TEST_CASE("contexts that are none") {
  std::vector<Words> commands;
  for (const std::string value :
       {"-5", "0", "010", "1e400", "nan", "1.5", "128X", "99999999999999999999", "1099511627776"}) {
    commands.push_back({"show", "llama-2-7b", "-c", value});
  }
  test::check_golden("tests/golden/cli/wrong-contexts.txt", test::refusals(commands));
}

TEST_CASE("batches that are none") {
  std::vector<Words> commands;
  for (const std::string value :
       {"-5", "0", "010", "1e400", "nan", "", "99999999999999999999", "1099511627776", "16777216", "1K"}) {
    commands.push_back({"show", "llama-2-7b", "-b", value});
  }
  test::check_golden("tests/golden/cli/wrong-batches.txt", test::refusals(commands));
}

TEST_CASE("formats that are none, or that a row cannot hold") {
  std::vector<Words> commands;
  for (const std::string value :
       {"fp9", "a:b", "bf16,fp8", "sliding_attention=fp8", "fp8_ds_mla", "int4@60+bf16"}) {
    commands.push_back({"show", "llama-2-7b", "--kv-dtype", value});
  }
  commands.push_back({"show", "deepseek-v3.2", "--indexer-dtype", "fp7"});
  commands.push_back({"show", "jamba-v0.1", "--state-dtype", "q8_0"});
  commands.push_back({"show", "llama-2-7b", "--mtp"});
  commands.push_back({"show", "llama-2-7b", "--encoder-tokens", "5"});
  test::check_golden("tests/golden/cli/wrong-formats.txt", test::refusals(commands));
}

TEST_CASE("values that are empty") {
  std::vector<Words> commands;
  for (const std::string option :
       {"-c", "-b", "--kv-dtype", "--indexer-dtype", "--state-dtype", "--conv-dtype", "--encoder-tokens"}) {
    commands.push_back({"show", "llama-2-7b", option, ""});
  }
  for (const std::string value :
       {"q8_0:", ":q8_0", ":", ",", "bf16,", ",bf16", "full_attention=", "full_attention=q8_0:"}) {
    commands.push_back({"show", "llama-2-7b", "--kv-dtype", value});
  }
  commands.push_back({"table", "--kv-dtype", ""});
  commands.push_back({"table", "-c", ""});
  test::check_golden("tests/golden/cli/empty-values.txt", test::refusals(commands));
}

TEST_CASE("the formats of entries") {
  const std::int64_t bf16_bytes = 2147483648;
  CHECK(show({"llama-2-7b", "-c", "4096"})["kv_bytes"] == bf16_bytes);
  CHECK(show({"llama-2-7b", "-c", "4096", "--kv-dtype", "fp8"})["kv_bytes"] == bf16_bytes / 2);
  CHECK(show({"llama-2-7b", "-c", "4096", "--kv-dtype", "q8_0"})["kv_bytes"] == bf16_bytes * 17 / 32);
  CHECK(show({"llama-2-7b", "-c", "4096", "--kv-cache-dtype", "q8_0:q4_0"})["kv_bytes"] ==
        bf16_bytes * (34 + 18) / 128);
  const Json gemma =
      show({"gemma-3-27b", "-c", "128K", "--kv-dtype", "full_attention=fp8,sliding_attention=bf16"});
  CHECK(gemma["kv_bytes"] == 11173625856 - 10737418240 / 2);
  CHECK(gemma["kv_dtype"] == "bf16 (full_attention=fp8,sliding_attention=bf16)");
  CHECK(show({"deepseek-v3.2", "-c", "128K", "--kv-dtype", "fp8_ds_mla"})["kv_bytes"] == 61LL * 656 * 131072);
}

TEST_CASE("the formats of index keys and states") {
  CHECK(show({"deepseek-v3.2", "-c", "128K", "--indexer-dtype", "fp8_e4m3@head+f32"})["indexer_bytes"] ==
        61LL * 132 * 131072);
  const std::int64_t state = show({"jamba-v0.1", "-c", "1"})["state_bytes"];
  CHECK(state == 28LL * (8192 * 16 * 4 + 8192 * 3 * 2));
  CHECK(show({"jamba-v0.1", "-c", "1", "--state-dtype", "bf16"})["state_bytes"] ==
        28LL * (8192 * 16 * 2 + 8192 * 3 * 2));
  CHECK(show({"jamba-v0.1", "-c", "1", "--conv-dtype", "f32"})["state_bytes"] ==
        28LL * (8192 * 16 * 4 + 8192 * 3 * 4));
}

TEST_CASE("encoder tokens, draft layers and the batch") {
  CHECK(show({"whisper-large-v3", "-c", "448"})["cross_bytes"] == 32LL * 2 * 20 * 64 * 2 * 1500);
  CHECK(show({"whisper-large-v3", "-c", "448", "--encoder-tokens", "100"})["cross_bytes"] ==
        32LL * 2 * 20 * 64 * 2 * 100);
  CHECK(show({"whisper-large-v3", "-c", "448", "--encoder-tokens", "0"})["cross_bytes"] == 0);
  const Json drafting = show({"deepseek-v3", "-c", "128K", "--mtp"});
  CHECK(drafting["kv_bytes"] == 9210691584);
  CHECK(drafting["draft_bytes"] == 9210691584 / 61);
  CHECK(show({"deepseek-v3", "-c", "128K"})["draft_bytes"] == 0);
  CHECK(show({"deepseek-v3", "-c", "128K", "-b", "7"})["kv_bytes"] == 7 * 9210691584);
}

const char* const kUnknownKey =
    R"({"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 2, "num_attention_heads": 32,
        "attn_window_of_tomorrow": 7, "colour": "red"})";

TEST_CASE("a key that is not understood, passed over on request and said") {
  const auto refused = test::kvtally({"show", "-", "-c", "4K"}, kUnknownKey);
  CHECK(refused.exit_code == 3);
  CHECK(refused.out.empty());
  CHECK(refused.err.starts_with(
      "<stdin>:2:9: the key 'attn_window_of_tomorrow' is not understood, and could change the cache; expected a "
      "key that "
      "the rule of 'llama' reads; --assume-irrelevant attn_window_of_tomorrow passes over it\n"));
  const auto read = test::kvtally(
      {"show", "-", "-c", "4K", "--assume-irrelevant", "attn_window_of_tomorrow, other", "-o", "json", "-v"},
      kUnknownKey);
  CHECK(read.exit_code == 0);
  CHECK(read.out.find("attn_window_of_tomorrow: taken not to bear on the cache, as --assume-irrelevant says") !=
        std::string::npos);
  CHECK(read.err == "<stdin>: not understood, and not suspected of bearing on the cache: colour\n");
}

TEST_CASE("a model type without a rule, read by another's on request and said") {
  const std::string text =
      R"({"model_type": "lama", "hidden_size": 4096, "num_hidden_layers": 2, "num_attention_heads": 32})";
  CHECK(test::kvtally({"show", "-", "-c", "4K"}, text).exit_code == 3);
  const auto read = test::kvtally({"show", "-", "-c", "4K", "--as-type", "llama", "-o", "json"}, text);
  CHECK(read.exit_code == 0);
  CHECK(read.out.find("read by the rule of the model type 'llama', as --as-type says") != std::string::npos);
}

TEST_CASE("128k is 128000, which is noted on standard error only") {
  const auto outcome = test::kvtally({"show", "llama-2-7b", "-c", "128k", "-o", "json"});
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.err == "note: 128k is 128000 tokens, as in vLLM; 128K would be 131072\n");
  CHECK(Json::parse(outcome.out)["models"][0]["context"] == 128000);
  CHECK(show({"llama-2-7b", "-c", "128K"})["context"] == 131072);
  CHECK(show({"llama-2-7b", "-c", "100k"})["context"] == 100000);
}

TEST_CASE("totals that pass 2^63 name the context and the batch") {
  test::check_golden("tests/golden/cli/too-large.txt",
                     test::refusals({{"show", "llama-2-7b", "-c", "1023G", "-b", "16777215"}}));
}

TEST_CASE("a folder of models adds, replaces, and is refused when one is broken") {
  const test::Folder folder;
  const std::string text =
      "num_hidden_layers: 2\nhidden_size: 64\nnum_attention_heads: 4\nnum_key_value_heads: 4\nlayer_types: "
      "full_attention x2\n";
  folder.write("mine.yaml", "name: Mine\n" + text);
  folder.write("llama-2-7b.yaml", "name: Other\n" + text);
  const std::string path = folder.path("");
  CHECK(show({"mine", "-c", "10", "--zoo", path})["kv_bytes"] == 2 * 2 * 64 * 2 * 10);
  CHECK(show({"llama-2-7b", "-c", "10", "--zoo", path})["name"] == "Other");
  folder.write("broken.yaml", "name: Broken\nnum_hidden_layers: 3\nlayer_types: moe x2\n");
  const auto outcome = test::kvtally({"show", "mine", "-c", "10", "--zoo", path});
  CHECK(outcome.exit_code == 3);
  CHECK(outcome.out.empty());
  CHECK(outcome.err == folder.path("broken.yaml") +
                           ":3:14: layer_types has 2 layers, num_hidden_layers is 3; expected the same number\n"
                           "    3 | layer_types: moe x2\n"
                           "      |              ^\n");
}

}  // namespace

}  // namespace kvtally::model_options_test
