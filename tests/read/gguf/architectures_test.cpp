#include "read/gguf/architectures.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <set>

#include "read/gguf/reading.hpp"

namespace kvtally::architectures_test {

namespace {

TEST_CASE("the architectures of llama.cpp are there, sorted, each once and each with a rule or a reason") {
  CHECK(architectures().size() == 138);
  CHECK(std::ranges::adjacent_find(architectures(), std::ranges::greater_equal{}, &Architecture::name) ==
        architectures().end());
  for (const Architecture& row : architectures()) {
    CAPTURE(row.name);
    CHECK((row.describe == nullptr) == !row.refusal.empty());
    CHECK(architecture_of(row.name) == &row);
  }
  CHECK(architecture_of("llama5") == nullptr);
}

TEST_CASE("a model that keeps no cache is refused by name") {
  std::set<std::string_view> refused;
  for (const Architecture& row : architectures()) {
    if (row.describe == nullptr) {
      refused.insert(row.name);
      CHECK(test::gguf_problems(test::small_gguf(std::string(row.name))) ==
            "m.gguf: the architecture '" + std::string(row.name) + "' is " + std::string(row.refusal) +
                "; expected a model that writes its text from left to right\n");
    }
  }
  CHECK(refused == std::set<std::string_view>{"bert", "clip", "dream", "eurobert", "gemma-embedding",
                                              "gemma4-assistant", "jina-bert-v2", "jina-bert-v3", "llada",
                                              "llada-moe", "llama-embed", "modern-bert", "neo-bert", "nomic-bert",
                                              "nomic-bert-moe", "rnd1", "t5encoder", "wavtokenizer-dec"});
}

// Every key that any rule asks for.
test::GgufWriter everything(const std::string& architecture) {
  test::GgufWriter out = test::small_gguf(architecture);
  out.set("attention.key_length", 160).set("attention.value_length", 64).set("attention.kv_lora_rank", 128);
  out.set("attention.key_length_mla", 96).set("attention.value_length_mla", 64);
  out.set("attention.sliding_window", 128).set("attention.sliding_window_pattern", 2);
  out.set("attention.indexer.head_count", 2).set("attention.indexer.key_length", 64);
  out.set("attention.indexer.top_k", 8).set("attention.indexer.block_size", 4);
  out.set("attention.compress_ratios", std::vector<int>{0, 4}).set("ssm.conv_kernel", 4);
  out.set("ssm.inner_size", 512).set("ssm.state_size", 16).set("ssm.time_step_rank", 8).set("ssm.group_count", 2);
  out.set("shortconv.l_cache", 3).set("kda.head_dim", 64).set("wkv.head_size", 64);
  return out;
}

// An architecture that reads too little refuses what it did not read; none crashes, and none reads a bare file as
// a model without layers.
TEST_CASE("every rule runs on a file with all keys, and on one with none") {
  int described = 0;
  for (const Architecture& row : architectures()) {
    CAPTURE(row.name);
    const std::string name(row.name);
    const std::string problems = test::gguf_problems(everything(name));
    const bool understood =
        !problems.empty() && problems.contains("is not understood, and could change the cache");
    CHECK((row.describe == nullptr || problems.empty() || understood || problems.contains("key-value heads") ||
           problems.contains("which no layer of this architecture reads") || problems.contains("linear_type")));
    CHECK(!test::gguf_problems(test::GgufWriter(name)).empty());
    described += test::gguf_problems(test::small_gguf(name)).empty() ? 1 : 0;
  }
  CHECK(described > 85);
}

}  // namespace

}  // namespace kvtally::architectures_test
