#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "engine/tensorrt_llm/worked.hpp"

namespace kvtally::tensorrt_llm::properties_test {

namespace {

std::string drawn_flags() {
  const auto of = [](std::initializer_list<std::string> words) {
    return *rc::gen::elementOf(std::vector<std::string>(words));
  };
  std::string line = fmt::format("-c {} -b {}", *rc::gen::inRange(1, 300000), *rc::gen::inRange(1, 100));
  line += of({"", " --tp_size 2", " --tp_size 8", " --tp_size 8 --enable_attention_dp", " --tp_size 3"});
  line += of({"", " --pp_size 2", " --pp_size 3"});
  line += of({"", " --tokens_per_block 64", " --tokens_per_block 128", " --tokens_per_block 256"});
  line += of({"", " --kv_cache_dtype fp8", " --kv_cache_dtype nvfp4"});
  line += of({"", " --available-memory 40GiB", " --max_tokens 100000", " --max_gpu_total_bytes 20GiB",
              " --total-memory 80GiB --peak-memory 60GiB"});
  line += of({"", " --max_attention_window 1024", " --max_attention_window 512,512,8192"});
  line += of({"", " --use_kv_cache_manager_v2", " --mamba_state_cache_interval 4096", " --max_draft_len 3"});
  return line + of({"", " --engine-version 1.1", " --host_cache_size 10GiB"});
}

// close() ends the program where the causes do not add up to what is held.
TEST_CASE("over the whole zoo: what is held is needed and its causes") {
  const Zoo zoo(embedded_files());
  const Engine engine = tensorrt_llm_engine();
  const auto ids = zoo.ids();
  int answered = 0;
  rc::check([&] {
    const std::string id = *rc::gen::elementOf(ids);
    const std::string line = drawn_flags();
    RC_LOG() << id << " " << line;
    const auto reply = asking::asked(engine, zoo.named(id)->model, line);
    if (!reply || !reply->refusal.empty()) {
      RC_ASSERT((reply ? reply->held.empty() : !reply.error().empty()));
      return;
    }
    ++answered;
    Wide sum = reply->needed.value;
    for (const EngineCause& cause : reply->causes) {
      sum += cause.bytes.value;
    }
    RC_ASSERT(sum == reply->allocated.value);
    for (const EngineHold& hold : reply->held) {
      RC_ASSERT(hold.bytes.value >= 0);
    }
  });
  CHECK(answered > 20);
}

TEST_CASE("blocks hold at least what the requests fill, and no less for a longer context") {
  const Engine engine = tensorrt_llm_engine();
  for (const auto* id : {"llama-3.1-8b", "gemma-3-27b", "deepseek-v3", "mistral-7b"}) {
    CAPTURE(id);
    const Model model = asking::zoo_model(id);
    Bytes before;
    for (const int context : {100, 1000, 5000, 20000, 100000}) {
      const auto reply = asking::asked(engine, model, fmt::format("-c {} -b 3", context));
      REQUIRE(reply.has_value());
      CHECK(reply->allocated >= reply->needed);
      CHECK(reply->allocated >= before);
      before = reply->allocated;
    }
  }
}

TEST_CASE("every model of the zoo is held or refused by name") {
  const Zoo zoo(embedded_files());
  std::string refused;
  for (const std::string& id : zoo.ids()) {
    const auto reply = asking::asked(tensorrt_llm_engine(), zoo.named(id)->model, "-c 32768 -b 2");
    refused += reply ? "" : id + " ";
  }
  CHECK(refused == "gemma-3n-e2b gemma-3n-e4b glm-5.3-flash hunyuan-large minimax-m3 qwen3.8-flash-next rwkv-7 ");
}

}  // namespace

}  // namespace kvtally::tensorrt_llm::properties_test
