#include "engine/transformers/setting.hpp"

#include <string>
#include <vector>

#include "engine/transformers/support.hpp"

namespace kvtally::transformers::setting_test {

namespace {

const Model& llama() {
  static const Model model = test::zoo_model("llama-3.1-8b");
  return model;
}

GenerateSetting setting_of(std::string_view line, const Model& model = llama()) {
  const auto given = read_flags(flags(), line);
  REQUIRE(given.has_value());
  auto out = read_setting(model, *given);
  REQUIRE_MESSAGE(out.has_value(), (out ? "" : render(out.error())));
  return *out;
}

std::string refusal_of(std::string_view line, const Model& model = llama()) {
  const auto given = read_flags(flags(), line);
  REQUIRE(given.has_value());
  const auto out = read_setting(model, *given);
  return out ? "" : render(out.error());
}

}  // namespace

TEST_CASE("the length by each of its names") {
  CHECK(setting_of("-c 100").context == Tokens{100});
  CHECK(setting_of("--max-length 100").context == Tokens{99});
  CHECK(setting_of("--prefill 10 --max-new-tokens 5").context == Tokens{14});
  CHECK(setting_of("").context == Tokens{131072});
  CHECK(setting_of("").assumptions ==
        std::vector<std::string>{"context: 131,072 tokens, the model's maximum",
                                 "the prompt is all but the last token, which was decoded (--prefill)",
                                 "dtype: bf16"});
  CHECK(setting_of("-c 100").prefill == 99);
  CHECK(setting_of("-c 1").prefill == 1);
  CHECK(setting_of("-c 100 --prefill 7").decoded() == 93);
  CHECK(setting_of("-c 100").max_cache_len == 100);
  CHECK(setting_of("-c 100 --cache-implementation static --max-cache-len 256").max_cache_len == 256);
}

TEST_CASE("caches by their names") {
  CHECK(setting_of("-c 9").cache == CacheClass::dynamic);
  CHECK(setting_of("-c 9 --cache-implementation hybrid").cache == CacheClass::fixed_length);
  CHECK(setting_of("-c 9 --cache-implementation offloaded_static").offloaded);
  CHECK(setting_of("-c 9 --cache-implementation offloaded_static").offload_only_non_sliding);
  CHECK_FALSE(setting_of("-c 9 --cache-implementation offloaded").offload_only_non_sliding);
  CHECK(setting_of("-c 9 --cache-implementation paged").cache == CacheClass::paged);
  CHECK(setting_of("-c 9 --num-beams 3 --num-return-sequences 2 -b 4").rows() == 12);
  CHECK(setting_of("-c 9 --engine-version 5.15").since(15));
  CHECK_FALSE(setting_of("-c 9 --engine-version 5.15").since(16));
  CHECK(setting_of("-c 9 --max-cache-len 20").assumptions.front() ==
        "max_cache_len is only used with static caches; it is ignored with dynamic");
}

TEST_CASE("the memory of the paged cache") {
  const auto available = [](std::string_view line) { return setting_of(line).paged.available; };
  CHECK_FALSE(available("-c 9"));
  CHECK(available("-c 9 --available-memory 1GiB") == Bytes{Wide{1} << 30});
  CHECK(available("-c 9 --total-memory 80GiB --used-memory 16GiB") == Bytes{61847529062});  // 0.9 × 2^36
  CHECK(available("-c 9 --total-memory 1000B --used-memory 1B --max-memory-percent 0.8") == Bytes{799});
  // Flash attention needs no masks, and batching is then asynchronous.
  CHECK(setting_of("-c 9").paged.attention_masks);
  CHECK_FALSE(setting_of("-c 9").paged.use_async_batching);
  CHECK(setting_of("-c 9 --attn-implementation flash_attention_2").paged.use_async_batching);
}

TEST_CASE("ranks, and plans that leave attention whole") {
  CHECK(setting_of("-c 9 --tp 2").assumptions.at(1) ==
        "the model's plan divides its key and value projections over the ranks");
  const GenerateSetting whole = setting_of("-c 9 --tp 2", test::zoo_model("gpt-oss-20b"));
  CHECK_FALSE(whole.attention_divided);
  CHECK(whole.assumptions.at(1) == "gpt_oss's plan leaves attention whole on each rank");
}

TEST_CASE("what is refused") {
  CHECK(refusal_of("-c 9 --max-length 9") ==
        "the length is given twice; expected one of --context, --max-length and --max-new-tokens\n");
  CHECK(refusal_of("--max-length 1") == "--max-length: a prompt and a new token are 2 at least\n");
  CHECK(refusal_of("--max-new-tokens 4") == "--max-new-tokens: needs --prefill, the tokens of the prompt\n");
  CHECK(refusal_of("-c 9 --prefill 10") == "--prefill: the prompt of 10 tokens is longer than the context of 9\n");
  CHECK(refusal_of("-c 9 --dtype fp8_e4m3") ==
        "--dtype: fp8_e4m3 is no dtype of activations; expected f32, f16 or bf16\n");
  CHECK(
      refusal_of("-c 9 --cache-implementation turbo") ==
      "--cache-implementation: 'turbo' is unknown; expected one of dynamic, static, offloaded, offloaded_static, "
      "quantized, paged, sliding_window, hybrid, hybrid_chunked, offloaded_hybrid, offloaded_hybrid_chunked\n");
  CHECK(refusal_of("-c 9 -b 0 --tp x") ==
        "--batch-size: '0' is not a number from 1 to 16777215\n"
        "--tp: 'x' is not a number from 1 to 65536\n");
  CHECK(refusal_of("-c 9 --total-memory 8GiB") ==
        "--total-memory: needs the other of --total-memory and --used-memory; expected both, or "
        "--available-memory\n");
  CHECK(refusal_of("-c 9 --total-memory 8GiB --used-memory 9GiB") ==
        "--used-memory: is more than --total-memory\n");
  CHECK(refusal_of("-c 9 --total-memory 8GiB --used-memory 1GiB --available-memory 1GiB") ==
        "--available-memory: is given beside --total-memory or --used-memory\n");
  CHECK(refusal_of("", test::zoo_model("rwkv-7")) ==
        "rwkv-7: has no longest context; expected one of --context, --max-length and --max-new-tokens\n");
}

}  // namespace kvtally::transformers::setting_test
