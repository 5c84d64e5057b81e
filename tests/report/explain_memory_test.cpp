#include "model/presets.hpp"
#include "report/layer_explained.hpp"
#include "support/print.hpp"

namespace kvtally::explain_memory_test {

namespace {

using test::line_of;

const Memory kMemory = key_value_memory({8, 2, 64, 64});

TEST_CASE("what stays stored, in symbols and numbers") {
  CHECK(line_of(full_attention(kMemory), 1000, "cache", "stored") == "S = 1,000 = 1,000");
  CHECK(line_of(sliding_attention(kMemory, 128), 1000, "cache", "stored") == "min(S, W) = min(1,000, 128) = 128");
  CHECK(line_of(sliding_attention(kMemory, 128, 4), 1000, "cache", "stored") ==
        "min(S, F + W) = min(1,000, 4 + 128) = 132");
  CHECK(line_of(chunked_attention(kMemory, 300), 1000, "cache", "stored") == "min(S, C) = min(1,000, 300) = 300");
  CHECK(line_of(chunked_attention(kMemory, 300), 1000, "cache", "visible") ==
        "((S − 1) mod C) + 1 = ((1,000 − 1) mod 300) + 1 = 100");
  CHECK(line_of(heavily_compressed_attention({8, 64}, 128, 16), 1000, "pooled", "stored") ==
        "⌊S ÷ r⌋ = ⌊1,000 ÷ 16⌋ = 62");
  CHECK(line_of(native_sparse_attention(kMemory, {32, 16, 64, 3, 10}), 1000, "compressed", "stored") ==
        "max(0, ⌊(S − l) ÷ d⌋ + 1) = max(0, ⌊(1,000 − 32) ÷ 16⌋ + 1) = 61");
  CHECK(line_of(cross_attention(kMemory, 1500), 7, "encoder", "stored") == "N = 1,500 = 1,500");
}

TEST_CASE("which of them are read") {
  CHECK(line_of(deepseek_sparse_attention(kMemory, {{4, 32}, 256, 1, false}), 1000, "cache", "chosen") ==
        "min(stored, k) = min(1,000, 256) = 256");
  const Layer among = minimax_sparse_attention(kMemory, {{4, 32}, 3, 128});
  CHECK(line_of(among, 384, "cache", "chosen") == "min(stored, k × n) = min(384, 3 × 128) = 384");
  CHECK(line_of(among, 385, "cache", "chosen") ==
        "(k − 1) × n + ((stored − 1) mod n) + 1 = (3 − 1) × 128 + ((385 − 1) mod 128) + 1 = 257");
  CHECK(line_of(qwen_sparse_attention(kMemory, {{4, 32}, 256, 128}), 1000, "cache", "chosen") ==
        "min(⌊stored ÷ n⌋, k) × n + (stored mod n) = min(⌊1,000 ÷ 128⌋, 2) × 128 + (1,000 mod 128) = 360");
}

TEST_CASE("a token that completes no entry writes none, and reads nothing that waits") {
  const Layer layer = heavily_compressed_attention({8, 64}, 128, 16);
  CHECK(line_of(layer, 1000, "pooled", "written") == "layers × entry × completed = 1 × 128 × 0 = 0");
  CHECK(line_of(layer, 1008, "pooled", "written") == "layers × entry × completed = 1 × 128 × 1 = 128");
  CHECK(line_of(layer, 1000, "pooled, incomplete", "read") ==
        "layers × completed × r × row = 1 × 0 × 16 × 256 = 0");
  CHECK(line_of(layer, 1000, "pooled, incomplete", "kept") == "layers × row × waiting = 1 × 256 × 8 = 2,048");
}

TEST_CASE("a layer whose cache is another's has nothing kept or written") {
  Layer layer = deepseek_sparse_attention(kMemory, {{4, 32}, 256, 4, false});
  layer.sharing.owner = Sharing::Owner::layer_before;
  CHECK(line_of(layer, 1000, "cache, shared", "kept").empty());
  CHECK(line_of(layer, 1000, "cache, shared", "written").empty());
  CHECK(line_of(layer, 1000, "cache, shared", "read") != "");
  CHECK(line_of(layer, 1000, "index keys, shared", "read") != "");
  CHECK(line_of(layer, 1000, "index keys, incomplete", "kept").empty());
}

TEST_CASE("an indexer that takes an earlier layer's choice has no section") {
  const auto sections = test::explained(deepseek_sparse_attention(kMemory, {{4, 32}, 256, 1, true}), 1000);
  REQUIRE(sections.size() == 1);
  CHECK(sections[0].sentence.find("An earlier layer has chosen them, which costs nothing here.") !=
        std::string::npos);
}

}  // namespace

}  // namespace kvtally::explain_memory_test
