#include "engine/tensorrt_llm/pools.hpp"

#include <doctest/doctest.h>

#include "engine/tensorrt_llm/worked.hpp"

namespace kvtally::tensorrt_llm::pools_test {

namespace {

struct Row {
  std::string what;
  Wide bytes;
};
void check_causes(const Model& model, const std::string& line, const std::vector<Row>& rows) {
  const auto reply = asking::asked(tensorrt_llm_engine(), model, line);
  REQUIRE(reply.has_value());
  REQUIRE(reply->causes.size() == rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(reply->causes[i].what == rows[i].what);
    CHECK(reply->causes[i].bytes.value == rows[i].bytes);
  }
}

TEST_CASE("ranks, blocks, and blocks that are free") {
  // 4 layers of 4096 bytes over 2 stages; 8 heads over 3 ranks are 3: 1536 bytes a layer.
  check_causes(shapes::eight_heads(), "-c 100 -b 2 --tp_size 3 --pp_size 2 --max_tokens 960",
               {{"layers on other pipeline stages (PP 2)", -200 * 8192},
                {"divided over TP 3", -200 * 8192 + (200 * 8192 + 2) / 3},
                {"replicated over TP 3", 200 * 3072 - (200 * 8192 + 2) / 3},
                {"blocks of 32 tokens", (256 - 200) * 3072},
                {"free for further requests", (960 - 256) * 3072}});
  check_causes(asking::zoo_model("deepseek-v3"), "-c 64 -b 5 --tp_size 4 --enable_attention_dp",
               {{"requests on other ranks of attention DP (2 of 5 here)", Wide{-3} * 64 * 70272}});
  check_causes(shapes::eight_heads(), "-c 100 -b 2 --max_tokens 192",
               {{"blocks of 32 tokens", 56 * 16384}, {"fewer blocks than these requests take", -64 * 16384}});
}

TEST_CASE("sliding layers, with the flag and without") {
  const Model model = asking::model_with({{full_attention(key_value_memory({8, 8, 64, 64})), 1},
                                          {sliding_attention(key_value_memory({8, 8, 64, 64}), 100), 1}});
  check_causes(model, "-c 1024", {{"sliding layers keep all tokens", (1024 - 100) * 2048}});
  check_causes(
      model, "-c 1024 --max_attention_window 1024,200",
      {{"windows of the flags, not the model's", 100 * 2048}, {"blocks of 32 tokens", (256 - 200) * 2048}});
}

TEST_CASE("layouts of their own") {
  check_causes(asking::model_with({{full_attention(key_value_memory({8, 8, 192, 128})), 1}}), "-c 32",
               {{"rows in the manager's own layout", 32 * 8 * 64 * 2}});
  check_causes(asking::model_with({{shapes::small_state(), 1}}), "-c 32 -b 2",
               {{"states in the engine's own formats", -2 * 8 * 64 * 64 * 2},
                {"state slots beside one a request", 4608 + 8 * 64 * 64 * 2}});
  // 1024 × (128 + 1000 ÷ 4): rows as needed; 33 of 256 ÷ 4 bytes of index keys.
  check_causes(asking::model_with({{shapes::four_to_one(), 1}}), "-c 1000",
               {{"index keys in the manager's own layout", 1000 * 33 - 250 * 256},
                {"what waits to be pooled is counted apart", -4 * 2 * (512 + 128) * 2},
                {"what waits to be pooled, in f32", 2 * 128 * 2 * (4096 + 1024)},
                {"blocks of 128 tokens", 128 * 1024 + 24 * 289}});
}

TEST_CASE("an encoder's rows have blocks of their own") {
  const auto reply = asking::asked(tensorrt_llm_engine(), asking::zoo_model("whisper-large-v3"), "-c 448");
  REQUIRE(reply->held.size() == 2);
  CHECK(reply->held[1].name == "encoder's keys and values");
  CHECK(reply->held[1].bytes == Bytes{Wide{47} * 32 * 163840});
}

}  // namespace

}  // namespace kvtally::tensorrt_llm::pools_test
