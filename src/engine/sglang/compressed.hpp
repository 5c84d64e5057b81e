#pragma once

#include <string>
#include <vector>

#include "engine/sglang/cells.hpp"

/// DeepSeek-V4: a pool of window rows for all layers, pools of rows pooled 4 and 128 to one, index rows, and rings
/// of states for what waits to be pooled.
namespace kvtally::sglang {

struct CompressedShape {
  std::int64_t layers = 0;
  std::int64_t fours = 0;     // layers that pool 4 to one
  std::int64_t hundreds = 0;  // 128 to one
  std::int64_t window = 0;
  Wide index_row = 0;
  std::int64_t index_dim = 0;
  bool drafting = false;  // one draft layer, and rings twice as long

  std::int64_t ring4() const { return drafting ? 16 : 8; }
  std::int64_t ring128() const { return drafting ? 256 : 128; }
};
CompressedShape compressed_shape(const std::vector<PooledLayer>& layers, bool drafting);

/// Bytes that a token of the full capacity costs in all pools but the fixed states, exactly.
Fraction<Bytes> bytes_per_full_token(const CompressedShape& shape, const EngineShare& ratio);

struct CompressedSizes {
  bool known = false;
  Wide full = 0;  // tokens
  Wide sliding = 0;
  Wide fours = 0;  // rows
  Wide hundreds = 0;
  Wide four_states = 0;
  Wide requests = 0;
  Wide fixed = 0;  // bytes of the states of layers that pool 128 to one, by requests
  std::string refusal;
};
CompressedSizes compressed_sizes(const CompressedShape& shape, const Settings& settings, const Demand& demand);

/// One pool on one rank: bytes, and of them what rows of tokens are.
struct CompressedPool {
  std::string name;
  std::string shape;
  std::int64_t layers = 0;
  Wide bytes = 0;
  bool states = false;
};
std::vector<CompressedPool> compressed_pools(const CompressedShape& shape, const CompressedSizes& sizes,
                                             std::int64_t page);

}  // namespace kvtally::sglang
