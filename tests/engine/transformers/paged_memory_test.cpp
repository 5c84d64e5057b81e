#include "engine/transformers/paged_memory.hpp"

#include <random>

#include "engine/transformers/support.hpp"

namespace kvtally::transformers::paged_memory_test {

namespace {

PagedShape shape() { return {32, 64, 4, 8, 512, 32000, 1, 22, 1, 0, 1, 1, 2}; }

ContinuousBatching with_memory(Wide bytes) {
  ContinuousBatching out;
  out.available = Bytes{bytes};
  return out;
}

}  // namespace

// page 256 elements; n = 2 × 22 × 256 × 2 + 8, m = 28 + 4 + 16 and the peak's own.
TEST_CASE("the coefficients of both peaks") {
  const MemoryPolynomial logits = lm_head_peak(shape());
  CHECK(logits.n == 22528 + 8);
  CHECK(logits.m == 48 + 512 * 2 + 32000 * 4);
  CHECK(logits.mn == 2);
  CHECK(logits.mm == 2);
  const MemoryPolynomial attention = attention_peak(shape());
  CHECK(attention.n == 22536 + 1024);
  CHECK(attention.m == 48 + 2 * (512 + 512 + 512));
  PagedShape table = shape();
  table.max_blocks_per_request = 32;
  table.io_sets = 2;
  table.output_rows = 2;
  CHECK(lm_head_peak(table).m == 2 * 28 + 2 * 2 * 4 + 2 * 32 * 4 + 2 * 2 * 8 + 129024);
  CHECK(lm_head_peak(table).mn == 4);
}

TEST_CASE("what is asked for is checked, what is not is solved") {
  ContinuousBatching both = with_memory(11169792);
  both.max_batch_tokens = 64;
  both.num_blocks = 4;
  CHECK(paged_sizes(shape(), both).error == "");
  both.available = Bytes{11169791};
  CHECK(paged_sizes(shape(), both).error ==
        "MemoryError: Memory footprint 11169792 is more than available memory 11169791");
  ContinuousBatching blocks = with_memory(11169792);
  blocks.num_blocks = 4;
  CHECK(paged_sizes(shape(), blocks).max_batch_tokens == 64);
  ContinuousBatching tokens = with_memory(11169792);
  tokens.max_batch_tokens = 64;
  CHECK(paged_sizes(shape(), tokens).num_blocks == 4);
  tokens.max_batch_tokens = 85;
  CHECK(paged_sizes(shape(), tokens).error == "ValueError: Invalid values: max_batch_tokens = 85, num_blocks = 0");
  ContinuousBatching many = with_memory(1000000);
  many.num_blocks = 100;
  CHECK(paged_sizes(shape(), many).error.starts_with("ValueError: No positive solution (root = -"));
}

TEST_CASE("neither is given: a batch fills a tenth of the cache, from 256 to 8192 tokens") {
  CHECK(paged_sizes(shape(), with_memory(Wide{1} << 40)).max_batch_tokens == 8192);
  CHECK(paged_sizes(shape(), with_memory(Wide{1} << 26)).max_batch_tokens == 256);
  const PagedSizes sizes = paged_sizes(shape(), with_memory(Wide{1} << 28));
  CHECK(sizes.error == "");
  CHECK(sizes.max_batch_tokens > 256);
  CHECK(sizes.max_batch_tokens < 8192);
}

TEST_CASE("what is solved fits, and one block more does not") {
  std::mt19937 random(9);
  const auto draw = [&](std::int64_t from, std::int64_t to) {
    return std::uniform_int_distribution<std::int64_t>(from, to)(random);
  };
  for (int i = 0; i < 500; ++i) {
    const PagedShape any{draw(4, 512),      draw(16, 256), draw(1, 16),   draw(1, 64), draw(64, 8192),
                         draw(100, 200000), draw(1, 20),   draw(1, 64),   draw(0, 2),  draw(0, 32),
                         draw(1, 2),        draw(1, 2),    2 * draw(1, 2)};
    ContinuousBatching asked = with_memory(draw(std::int64_t{1} << 30, std::int64_t{1} << 37));
    asked.max_batch_tokens = draw(1, 2048);
    const PagedSizes sizes = paged_sizes(any, asked);
    if (sizes.error.empty()) {
      CHECK(memory_footprint(any, sizes.max_batch_tokens, sizes.num_blocks) <= asked.available->value);
      CHECK(memory_footprint(any, sizes.max_batch_tokens, sizes.num_blocks + 1) > asked.available->value);
    }
  }
}

}  // namespace kvtally::transformers::paged_memory_test
