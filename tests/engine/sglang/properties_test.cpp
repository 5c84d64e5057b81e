#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "engine/sglang/worked.hpp"

namespace kvtally::sglang::properties_test {

namespace {

std::string drawn_flags() {
  const auto of = [](std::initializer_list<std::string> words) {
    return *rc::gen::elementOf(std::vector<std::string>(words));
  };
  std::string line = fmt::format("-c {} -b {}", *rc::gen::inRange(1, 300000), *rc::gen::inRange(1, 100));
  line +=
      of({"", " --tp-size 2", " --tp-size 8", " --tp-size 8 --dp-size 4 --enable-dp-attention", " --tp 4 --dp 2"});
  line += of({"", " --pp-size 2", " --pp-size 3"});
  line += of({"", " --page-size 1", " --page-size 64", " --page-size 128", " --page-size 256"});
  line += of({"", " --kv-cache-dtype fp8", " --kv-cache-dtype mxfp8"});
  line += of({"", " --available-memory 40GiB", " --max-total-tokens 100000", " --available-memory 200GiB"});
  line += of({"", " --disable-radix-cache --chunked-prefill-size 8192", " --swa-full-tokens-ratio 0.3"});
  line += of({"", " --speculative-algorithm EAGLE --draft-layers 1 --speculative-num-draft-tokens 4"});
  return line + of({"", " --engine-version 0.5", " --mamba-radix-cache-strategy extra_buffer"});
}

// close() ends the program where the causes do not add up to what is held.
TEST_CASE("over the whole zoo: what is held is needed and its causes") {
  const Zoo zoo(embedded_files());
  const Engine engine = sglang_engine();
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

TEST_CASE("on one device the pools hold at least what the requests fill, and no less for a longer context") {
  const Engine engine = sglang_engine();
  for (const auto* id :
       {"llama-3.1-8b", "gemma-3-27b", "gemma-4-31b", "deepseek-v3", "qwen3-next-80b-a3b", "minimax-m3"}) {
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

TEST_CASE("what 64 bits do not hold is refused") {
  const Model wide = asking::model_with({{full_attention(key_value_memory({64, 64, 1024, 1024})), 96}});
  CHECK(asking::problems_of(sglang_engine(), wide, "-c 4096 --max-total-tokens 1099511627775") ==
        "model: a figure passes 2^63; expected a shorter context, fewer requests or less memory\n");
}

TEST_CASE("every model of the zoo is held or refused by name") {
  const Zoo zoo(embedded_files());
  std::string refused;
  for (const std::string& id : zoo.ids()) {
    const auto reply = asking::asked(sglang_engine(), zoo.named(id)->model, "-c 32768 -b 2");
    refused += reply ? "" : id + " ";
  }
  CHECK(refused == "glm-5.3-flash qwen3.8-flash-next rwkv-7 whisper-large-v3 ");
}

}  // namespace

}  // namespace kvtally::sglang::properties_test
