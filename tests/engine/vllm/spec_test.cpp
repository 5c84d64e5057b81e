#include "engine/vllm/spec.hpp"

#include <doctest/doctest.h>

#include "support/print.hpp"

namespace kvtally::vllm::spec_test {

namespace {

CacheSpec of(SpecKind kind, std::int64_t block, std::int64_t span = 0) {
  return {kind, block, 1, Bytes{1024}, span, 1, {}, {}};
}

TEST_CASE("blocks of a window: window - 1 and what is under way, and one block more") {
  struct Case {
    std::int64_t window, length, batched, blocks;
  };
  for (const Case& c : {Case{512, 8192, 2048, 161}, Case{128, 8192, 2048, 137}, Case{1024, 4096, 512, 97},
                        Case{4096, 1024, 8192, 65}}) {
    CHECK(blocks_of_request(of(SpecKind::sliding, 16, c.window),
                            {.max_model_len = c.length, .in_flight = c.batched}) == c.blocks);
  }
  // two tokens more are kept for several draft modules: 511 + 2 + 2048 = 2561 tokens, 161 blocks, and one
  CHECK(blocks_of_request(of(SpecKind::sliding, 16, 512),
                          {.max_model_len = 8192, .in_flight = 2048, .retained = 2}) == 162);
}

TEST_CASE("states of a request by mode") {
  const CacheSpec state = of(SpecKind::mamba, 512);
  const auto blocks = [&](MambaMode mode, std::int64_t speculative) {
    return blocks_of_request(state, {.max_model_len = 4096, .mamba_mode = mode, .speculative = speculative});
  };
  CHECK(blocks(MambaMode::none, 0) == 1);
  CHECK(blocks(MambaMode::align, 0) == 2);
  CHECK(blocks(MambaMode::all, 0) == 8);
  CHECK(blocks(MambaMode::none, 2) == 3);
  CHECK(blocks(MambaMode::align, 2) == 4);
}

TEST_CASE("full attention over ranks, chunks and encoder positions") {
  CHECK(blocks_of_request(of(SpecKind::full, 16), {.max_model_len = 1000, .dcp = 4}) == 16);
  CHECK(blocks_of_request(of(SpecKind::chunked, 16, 1024), {.max_model_len = 4096, .in_flight = 512}) == 96);
  CHECK(blocks_of_request(of(SpecKind::cross, 16, 1500), {.max_model_len = 10}) == 94);
}

TEST_CASE("pages: rows, alignment, padding") {
  CacheSpec compressed{SpecKind::mla, 256, 4, Bytes{584}, 0, 576, {}, {}};
  CHECK(plain_page(compressed) == Bytes{37376});
  CHECK(page_of(compressed) == Bytes{37440});
  compressed.row = Bytes{132};
  CHECK(page_of(compressed) == Bytes{8640});
  compressed.row = Bytes{68};
  CHECK(page_of(compressed) == Bytes{4608});
  compressed = {SpecKind::mla, 256, 128, Bytes{584}, 0, 576, {}, {}};
  CHECK(page_of(compressed) == Bytes{1728});
  CacheSpec state = of(SpecKind::mamba, 4096);
  CHECK(page_of(state) == Bytes{1024});
  state.padded = Bytes{2000};
  CHECK(page_of(state) == Bytes{2000});
}

}  // namespace

}  // namespace kvtally::vllm::spec_test
