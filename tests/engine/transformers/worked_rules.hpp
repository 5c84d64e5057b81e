#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/transformers/paged_groups.hpp"
#include "engine/transformers/paged_memory.hpp"
#include "engine/transformers/quantized.hpp"
#include "engine/transformers/worked.hpp"

// Rules of transformers 5.16.0.dev0 (decba1d2) with the figures that its own code or tests give: the memory
// handler of continuous batching, block allocation, and the packing of optimum-quanto (e33f8202) and hqq
// (e0b1d00e).
namespace kvtally {

inline void work_polynomial(test::Exact& exact) {
  using transformers::memory_footprint;
  using transformers::PagedShape;
  const PagedShape plain{32, 64, 4, 8, 512, 32000, 1, 22, 1, 0, 1, 1, 2};
  exact(memory_footprint(plain, 64, 4), 11169792);                                              // 23
  exact(transformers::attention_peak(plain).at(64, Wide{4} * 32), 3239936);                     // 23
  exact(transformers::lm_head_peak(plain).at(64, Wide{4} * 32), 11169792);                      // 23
  exact(memory_footprint({256, 64, 4, 8, 512, 32000, 1, 22, 0, 0, 1, 1, 2}, 64, 4), 31337472);  // 24
  exact(memory_footprint({32, 64, 4, 8, 512, 32000, 2, 14, 2, 0, 1, 1, 2}, 64, 4), 10147840);   // 25
  exact(memory_footprint({32, 64, 2, 8, 512, 32000, 1, 16, 1, 8, 2, 1, 2}, 64, 4), 9337088);    // 26
  exact(memory_footprint({32, 64, 2, 8, 512, 32000, 1, 16, 1, 8, 2, 2, 2}, 64, 4), 9368064);    // 26, async
  transformers::ContinuousBatching asked;
  asked.available = Bytes{Wide{1} << 30};
  asked.max_batch_tokens = 1024;
  exact(transformers::paged_sizes(plain, asked).num_blocks, 1194);  // 27
  asked.available = Bytes{Wide{4} << 30};
  asked.max_batch_tokens = 8192;
  exact(transformers::paged_sizes(plain, asked).num_blocks, 2491);  // 27
}

inline void work_packing(test::Exact& exact) {
  using transformers::QuantizedShape;
  struct Packing {
    std::string backend;
    std::int64_t nbits;
    std::int64_t axis;
    QuantizedShape shape;
    std::int64_t bytes;
  };
  const QuantizedShape whole{1, 2, 32, 64};
  const QuantizedShape ten{1, 2, 10, 64};
  const std::vector<Packing> rows{{"quanto", 4, 0, whole, 2048},
                                  {"quanto", 4, -1, whole, 2048},
                                  {"quanto", 2, 0, whole, 1024},
                                  {"quanto", 2, -1, whole, 1024},
                                  {"quanto", 4, 0, ten, 640},
                                  {"quanto", 2, 0, ten, 320},
                                  {"quanto", 2, 0, {2, 1, 7, 64}, 256},
                                  {"hqq", 1, 1, whole, 512},
                                  {"hqq", 2, 1, whole, 1024},
                                  {"hqq", 3, 1, whole, 1792},
                                  {"hqq", 4, 1, whole, 2048},
                                  {"hqq", 8, 1, whole, 4096},
                                  {"hqq", 4, 0, whole, 2048}};
  for (const Packing& row : rows) {
    CAPTURE(row.backend);
    CAPTURE(row.nbits);
    CAPTURE(row.axis);
    const transformers::QuantizedCacheConfig config{row.backend, row.nbits, row.axis, row.axis, 64, 128};
    CHECK(transformers::quantizer_error(row.shape, config, row.axis) == "");
    exact(transformers::packed_bytes(row.shape, config, row.axis), Bytes{row.bytes});
  }
  const transformers::QuantizedCacheConfig quanto{"quanto", 4, 0, 0, 64, 128};
  exact(transformers::scale_bytes(whole, quanto, 2), Bytes{2 * 64 * 2});
  exact(transformers::quantizer_error(ten, quanto, -1),
        std::string("ValueError: Group size (64) must be a divisor of (20)"));
}

inline void work_blocks(test::Exact& exact) {
  struct Request {
    std::int64_t requested, allocated, full, sliding, most, free;
    bool ok;
  };
  const std::vector<Request> rows{{2, 0, 1, 0, 0, 10, true}, {5, 0, 2, 0, 0, 5, false}, {2, 0, 1, 1, 4, 10, true},
                                  {3, 2, 1, 1, 4, 5, true},  {3, 5, 1, 1, 4, 5, true},  {6, 4, 1, 1, 4, 5, false},
                                  {3, 0, 2, 0, 0, 6, true},  {2, 1, 1, 2, 4, 6, true},  {0, 0, 1, 1, 4, 0, true},
                                  {2, 0, 1, 1, 3, 4, true}};
  for (const Request& row : rows) {
    CAPTURE(row.requested);
    CAPTURE(row.allocated);
    exact(
        (transformers::blocks_needed({row.full, row.sliding, row.most}, row.requested, row.allocated) <= row.free),
        row.ok);
  }
}

}  // namespace kvtally
