#include "engine/tensorrt_llm/request.hpp"

#include <doctest/doctest.h>

#include "engine/tensorrt_llm/worked.hpp"

namespace kvtally::tensorrt_llm::request_test {

namespace {

std::string problems(const Model& model, const std::string& line) {
  return asking::problems_of(tensorrt_llm_engine(), model, line);
}

TEST_CASE("every default is an assumption") {
  const auto reply = asking::asked(tensorrt_llm_engine(), asking::zoo_model("gpt-oss-20b"), "");
  REQUIRE(reply.has_value());
  CHECK(reply->assumptions ==
        std::vector<std::string>{
            "--max_seq_len is the model's longest, 131072", "one request at once; --max_batch_size is not given",
            "--kv_cache_dtype auto is the model's own 16 bits",
            "memory is not stated: the pools are the least that hold these requests, not those of an engine",
            "--max_attention_window is not given: sliding layers keep the rows of all tokens"});
  const auto stated = asking::asked(tensorrt_llm_engine(), asking::zoo_model("llama-3.1-8b"),
                                    "-c 8192 -b 4 --kv_cache_dtype fp8 --available-memory 20GiB "
                                    "--free_gpu_memory_fraction 0.8");
  CHECK(stated->assumptions.empty());
}

TEST_CASE("what cannot be asked, in whole sentences") {
  const Model four = asking::model_with({{shapes::four_to_one(), 2}});
  CHECK(problems(shapes::eight_heads(), "") ==
        "model: the model's longest context is not known; expected --max_seq_len\n");
  CHECK(problems(four, "-c 64 --tokens_per_block 64") ==
        "model: --tokens_per_block: DeepSeek-V4's managers take 128 or 256\n");
  CHECK(problems(four, "-c 64 --kv_cache_dtype nvfp4") ==
        "model: --kv_cache_dtype: DeepSeek-V4's rows are not known in nvfp4\n");
  CHECK(problems(four, "-c 64 --max_attention_window 32") ==
        "model: --max_attention_window: not known beside states or DeepSeek-V4's layers\n");
  CHECK(problems(four, "-c 64 --compress_ratios 1,2") ==
        "model: --compress_ratios: DeepSeek-V4.1's layers need it and --kv_source_layer_ids; expected a model of "
        "shared rows\n");
  CHECK(problems(four, "-c 64 --compress_ratios 1 --kv_source_layer_ids 0") ==
        "model: --compress_ratios has 1 numbers, and the model 2 layers\n");
  CHECK(problems(asking::model_with({{full_attention(key_value_memory({4, 1, 24, 24})), 1}}),
                 "-c 64 --kv_cache_dtype nvfp4")
            .find("nvfp4") != std::string::npos);
}

}  // namespace

}  // namespace kvtally::tensorrt_llm::request_test
