#include "engine/llama_cpp/layers.hpp"

#include <algorithm>
#include <doctest/doctest.h>

#include "engine/llama_cpp/files.hpp"

namespace kvtally::layers_test {

namespace {

using test::LlamaFile;
using test::zoo_model;

llama_cpp::StoredModel stored(const Model& model, const llama_cpp::Settings& settings = {}) {
  Problems problems;
  std::vector<std::string> notes;
  auto out = llama_cpp::stored_model(model, settings, problems, notes);
  REQUIRE_MESSAGE(out.has_value(), render(problems));
  return *out;
}

std::ptrdiff_t count(const llama_cpp::StoredModel& model, llama_cpp::Place place) {
  return std::ranges::count(model.layers, place, &llama_cpp::StoredLayer::place);
}

TEST_CASE("which cache a layer's keys and values are in") {
  const auto gemma = stored(zoo_model("gemma-3n-e4b"));
  CHECK(count(gemma, llama_cpp::Place::base) == 4);
  CHECK(count(gemma, llama_cpp::Place::sliding) == 16);
  CHECK(count(gemma, llama_cpp::Place::none) == 15);
  CHECK(gemma.window == 512);
  CHECK(gemma.blocks == 35);
  const auto scout = stored(zoo_model("llama-4-scout"));
  CHECK(scout.window == 8192);
  CHECK(count(scout, llama_cpp::Place::sliding) == 36);
  CHECK_FALSE(stored(zoo_model("mistral-7b")).window);
}

TEST_CASE("widths: heads, latents, one row for key and value") {
  const auto llama = stored(zoo_model("llama-3.1-8b"));
  CHECK(llama.layers.front().key_width == 1024);
  CHECK(llama.layers.front().value_width == 1024);
  const auto deepseek = stored(zoo_model("deepseek-v3"));
  CHECK(deepseek.layers.front().key_width == 576);
  CHECK(deepseek.layers.front().value_width == 0);
  llama_cpp::Settings old;
  old.version = llama_cpp::Version::b4600;
  const auto expanded = stored(zoo_model("deepseek-v3"), old);
  CHECK(expanded.layers.front().key_width == 128 * 192);
  CHECK(expanded.layers.front().value_width == 128 * 128);
  const auto v4 = stored(zoo_model("deepseek-v4-flash"));
  CHECK(v4.layers[2].key_width == 512);
  CHECK(v4.layers[2].compressed->rate == 4);
  CHECK(v4.layers[2].compressed->index_dim == 128);
  CHECK(v4.layers[3].compressed->rate == 128);
  CHECK_FALSE(v4.layers[3].compressed->overlapping);
}

TEST_CASE("MTP layers: in the main context of some architectures, and where they draft") {
  CHECK(stored(zoo_model("glm-4.5")).layers.size() == 93);
  CHECK(stored(zoo_model("glm-4.5")).blocks == 93);
  llama_cpp::Settings newest;
  newest.version = llama_cpp::Version::v0_5_0;
  CHECK(stored(zoo_model("glm-4.5"), newest).layers.size() == 92);
  CHECK(stored(zoo_model("glm-4.5"), newest).blocks == 92);
  CHECK(stored(zoo_model("qwen3.5-27b")).layers.size() == 64);
  CHECK(stored(zoo_model("deepseek-v3")).layers.size() == 61);  // its files have none
  llama_cpp::Settings drafting;
  drafting.drafting = true;
  const auto qwen = stored(zoo_model("qwen3.5-27b"), drafting);
  CHECK(qwen.drafts.size() == 1);
  CHECK(qwen.blocks == 65);
  CHECK(qwen.drafts.front().place == llama_cpp::Place::base);
}

TEST_CASE("states: R the tails and shifts, S the rest") {
  const auto rwkv = stored(LlamaFile("rwkv6", 3).set("wkv.head_size", 64).model());
  CHECK((rwkv.layers.front().convolution_elements == 512));
  CHECK((rwkv.layers.front().recurrent_elements == 16384));
  const auto conv = stored(LlamaFile("lfm2", 4)
                               .set("attention.head_count_kv", std::vector<int>{0, 2, 0, 2})
                               .set("shortconv.l_cache", 3)
                               .model());
  CHECK(conv.layers.front().recurrent);
  CHECK((conv.layers.front().convolution_elements == 512));
  CHECK((conv.layers.front().recurrent_elements == 0));
}

TEST_CASE("what llama.cpp cannot hold") {
  const auto problems = [](const char* id) { return test::llama_problems(zoo_model(id), "-c 4096"); };
  CHECK(problems("minimax-01") == "minimax-01: lightning layers: llama.cpp keeps no state of kind lightning\n");
  CHECK(problems("whisper-large-v3") ==
        "whisper-large-v3: mha layers: llama.cpp has no rule here for keys and values of an encoder\n");
  CHECK(problems("qwen3.8-flash-next") ==
        "qwen3.8-flash-next: qsa layers: llama.cpp keeps no pooled index keys\n");
  CHECK(problems("hunyuan-large") ==
        "hunyuan-large: gqa layers: llama.cpp shares no keys and values between layers of this architecture\n");
  CHECK(test::llama_problems(zoo_model("deepseek-v4-flash"), "-c 4096 --engine-version b4600")
            .starts_with("deepseek-v4-flash: swa layers: llama.cpp b4600 does not know them\n"));
}

}  // namespace

}  // namespace kvtally::layers_test
