#include "reference/layer/fused.hpp"

#include <numeric>

namespace kvtally::reference {

std::vector<Linear> unfused(const Linear& fused, std::int64_t blocks, std::int64_t parts) {
  const std::int64_t height = fused.weight.size(0) / (blocks * parts);
  return unfused(fused, blocks, std::vector<std::int64_t>(static_cast<std::size_t>(parts), height));
}

std::vector<Linear> unfused(const Linear& fused, std::int64_t blocks, const std::vector<std::int64_t>& heights) {
  const std::int64_t block_height = std::accumulate(heights.begin(), heights.end(), std::int64_t{0});
  assert(block_height * blocks == fused.weight.size(0));
  std::vector<Linear> layers;
  std::int64_t first = 0;  // row of the part in a block
  for (const std::int64_t height : heights) {
    std::vector<std::int64_t> rows;
    for (std::int64_t block = 0; block < blocks; ++block) {
      for (std::int64_t i = 0; i < height; ++i) {
        rows.push_back(block * block_height + first + i);
      }
    }
    layers.push_back(
        {picked(fused.weight, 0, rows), fused.bias.count() == 0 ? Tensor() : picked(fused.bias, 0, rows)});
    first += height;
  }
  return layers;
}

}  // namespace kvtally::reference
