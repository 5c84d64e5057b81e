#include "engine/tensorrt_llm/compressed.hpp"

#include <doctest/doctest.h>

#include "engine/tensorrt_llm/worked.hpp"

namespace kvtally::tensorrt_llm::compressed_test {

namespace {

struct Row {
  std::string role;
  Wide bytes;
  std::int64_t window;  // 0: none
};
void check_buffers(const std::vector<Buffer>& buffers, const std::vector<Row>& rows) {
  REQUIRE(buffers.size() == rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(buffers[i].role == rows[i].role);
    CHECK(buffers[i].bytes == rows[i].bytes);
    CHECK(buffers[i].window.value_or(0) == rows[i].window);
  }
}
Settings settings(const FlagTexts& given) { return read_settings(given).value(); }

TEST_CASE("a layer that pools 4 to one") {
  const LayerParts parts = parts_of(shapes::four_to_one()).value();
  check_buffers(compressed_buffers(parts, settings({})), {{"window rows", 1024, 128},
                                                          {"pooled rows", 256, 0},
                                                          {"compressor, key-like", 4096, 8},
                                                          {"compressor, scores", 4096, 8},
                                                          {"pooled index keys", 33, 0},
                                                          {"index compressor, key-like", 1024, 8},
                                                          {"index compressor, scores", 1024, 8}});
  // fp8 rows, fp4 index keys (64 + 4) ÷ 4, and three drafted tokens.
  check_buffers(
      compressed_buffers(
          parts,
          settings({{"--kv_cache_dtype", "fp8"}, {"--indexer_k_cache_dtype", "fp4"}, {"--max_draft_len", "3"}})),
      {{"window rows", 512, 131},
       {"pooled rows", 128, 0},
       {"compressor, key-like", 4096, 11},
       {"compressor, scores", 4096, 11},
       {"pooled index keys", 17, 0},
       {"index compressor, key-like", 1024, 11},
       {"index compressor, scores", 1024, 11}});
}

TEST_CASE("a layer that pools 128 to one, and one that does not pool") {
  check_buffers(compressed_buffers(parts_of(shapes::hundred_to_one()).value(), settings({})),
                {{"window rows", 1024, 128},
                 {"pooled rows", 8, 0},
                 {"compressor, key-like", 2048, 128},
                 {"compressor, scores", 2048, 128}});
  LayerParts window = parts_of(shapes::hundred_to_one()).value();
  window.shared->rate.reset();
  check_buffers(compressed_buffers(window, settings({})), {{"window rows", 1024, 128}});
}

TEST_CASE("V4.1: records where they are owned, a compressor at ratio 2") {
  const LayerParts parts = parts_of(shapes::four_to_one()).value();
  const Settings said = settings({{"--compress_ratios", "0,1,2,1"}, {"--kv_source_layer_ids", "1,2"}});
  check_buffers(pooled_buffers(parts, said, 0), {{"window rows", 528, 129}});
  check_buffers(pooled_buffers(parts, said, 1), {{"window rows", 528, 129}, {"global records", 356, 0}});
  check_buffers(pooled_buffers(parts, said, 2), {{"window rows", 528, 129},
                                                 {"global records", 178, 0},
                                                 {"compressor, key-like", 2048, 2},
                                                 {"compressor, scores", 2048, 2}});
  check_buffers(pooled_buffers(parts, said, 3), {{"window rows", 528, 129}});
}

}  // namespace

}  // namespace kvtally::tensorrt_llm::compressed_test
