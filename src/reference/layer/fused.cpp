#include "reference/layer/fused.hpp"

namespace kvtally::reference {

std::vector<Linear> unfused(const Linear& fused, std::int64_t blocks, std::int64_t parts) {
  const std::int64_t height = fused.weight.size(0) / (blocks * parts);
  assert(height * blocks * parts == fused.weight.size(0));
  std::vector<Linear> layers;
  for (std::int64_t part = 0; part < parts; ++part) {
    std::vector<std::int64_t> rows;
    for (std::int64_t block = 0; block < blocks; ++block) {
      for (std::int64_t i = 0; i < height; ++i) {
        rows.push_back((block * parts + part) * height + i);
      }
    }
    layers.push_back(
        {picked(fused.weight, 0, rows), fused.bias.count() == 0 ? Tensor() : picked(fused.bias, 0, rows)});
  }
  return layers;
}

}  // namespace kvtally::reference
