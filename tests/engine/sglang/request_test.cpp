#include "engine/sglang/request.hpp"

#include <doctest/doctest.h>

#include "engine/sglang/worked.hpp"

namespace kvtally::sglang::request_test {

namespace {

std::string problems(const Model& model, const std::string& line) {
  return asking::problems_of(sglang_engine(), model, line);
}

TEST_CASE("every default is an assumption") {
  const auto reply = asking::asked(sglang_engine(), asking::zoo_model("llama-3.1-8b"), "");
  REQUIRE(reply.has_value());
  CHECK(reply->assumptions ==
        std::vector<std::string>{
            "--context-length is the model's longest, 131072",
            "one request at once; --max-running-requests is not given",
            "--kv-cache-dtype auto is the model's own bf16",
            "memory is not stated: the pools are the least that hold these requests, not those of a server"});
  const auto stated = asking::asked(sglang_engine(), asking::zoo_model("llama-3.1-8b"),
                                    "-c 8192 -b 4 --kv-dtype f16 --available-memory 20GiB");
  CHECK(stated->assumptions.empty());
}

TEST_CASE("what cannot be asked, in whole sentences") {
  CHECK(problems(shapes::base(), "") ==
        "model: the model's longest context is not known; expected --context-length\n");
  CHECK(problems(shapes::base(), "-c 64 --page 3") != "");
  CHECK(problems(shapes::sliding(1, 1), "-c 64 --kv-cache-dtype fp4_e2m1") ==
        "model: --kv-cache-dtype: pools of sliding layers are not known in fp4\n");
  CHECK(problems(shapes::sliding(1, 1), "-c 64 --tp 2 --dcp-size 2") ==
        "model: --dcp-size: pools of sliding layers are not known with it\n");
  const Model hybrid = asking::model_with({{full_attention(shapes::base_heads()), 1}, {shapes::state(), 1}});
  CHECK(problems(hybrid, "-c 64 --speculative-algorithm EAGLE --draft-layers 1") ==
        "model: --speculative-algorithm: the states of draft steps are sized by requests and tokens; expected "
        "--max-running-requests and --speculative-num-draft-tokens\n");
  const Model narrow = asking::model_with({{full_attention(key_value_memory({4, 1, 24, 24})), 1}});
  CHECK(problems(narrow, "-c 64 --kv-cache-dtype fp4_e2m1").find("nvfp4") != std::string::npos);
}

}  // namespace

}  // namespace kvtally::sglang::request_test
