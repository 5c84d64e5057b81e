#include "engine/llama_cpp/refusals.hpp"

#include <doctest/doctest.h>

#include "engine/llama_cpp/files.hpp"

namespace kvtally::refusals_test {

namespace {

using test::LlamaFile;

std::string refusal(const Model& model, const std::string& flags) {
  const Allocation made = test::llama_allocation(model, "-c 4096 " + flags);
  CHECK(made.held.empty() == !made.refusal.empty());
  CHECK(made.log.empty() == !made.refusal.empty());
  return made.refusal;
}

TEST_CASE("llama.cpp does not start, in its own words") {
  const Model model = LlamaFile("llama", 4).model();
  CHECK(refusal(model, "-ctv q8_0") == "");
  CHECK(refusal(model, "-ctk q8_0 -fa off") == "");
  CHECK(refusal(model, "-ctv q8_0 -fa off") == "llama_init_from_model: V cache quantization requires flash_attn");
  CHECK(refusal(model, "-ctv q8_0 -fa off --engine-version v0.5.0") ==
        "llama_init_from_model: quantized V cache requires flash_attn to be enabled");
  CHECK(refusal(model, "-np 256") == "");
  CHECK(refusal(model, "-np 257") ==
        "llama_init_from_model: failed to initialize the context: n_seq_max must be <= 256");
  const Model narrow = LlamaFile("llama", 4).set("attention.key_length", 48).model();
  CHECK(refusal(narrow, "-ctv q8_0") == "");
  CHECK(refusal(narrow, "-ctk q8_0") ==
        "llama_init_from_model: K cache type q8_0 with block size 32 does not divide n_embd_head_k=48");
  const Model values = LlamaFile("llama", 4).set("attention.value_length", 80).model();
  CHECK(refusal(values, "--kv-dtype q4_0") ==
        "llama_init_from_model: V cache type q4_0 with block size 32 does not divide n_embd_head_v=80");
}

TEST_CASE("one row for key and value: one type") {
  const Model latent = LlamaFile("deepseek2", 3).latent().model();
  CHECK(refusal(latent, "-ctk q8_0") ==
        "llama_init_from_model: model does not support different K (q8_0) and V (f16) cache types");
  CHECK(refusal(latent, "-ctk q8_0 -ctv q8_0") == "");
  CHECK(refusal(latent, "-ctk q8_0 --no-mla-keys") == "");
  CHECK(refusal(test::zoo_model("deepseek-v4-flash"), "-ctk q8_0") ==
        "llama_init_from_model: model does not support different K (q8_0) and V (f16) cache types");
  CHECK(refusal(latent, "-ctk q8_0 --engine-version ik_llama.cpp") == "");
}

}  // namespace

}  // namespace kvtally::refusals_test
