#include "reference/cache/cache.hpp"

#include <cassert>
#include <fmt/format.h>

namespace kvtally::reference {

Footprint Cache::footprint() const {
  Footprint sum;
  for (const auto& layer : layers_) {
    sum += layer->footprint();
  }
  return sum;
}

void Cache::reset() {
  for (const auto& layer : layers_) {
    layer->reset();
  }
}

void Cache::reorder(std::span<const std::int64_t> beams) {
  for (const auto& layer : layers_) {
    layer->pick(beams);
  }
}

void Cache::repeat(std::int64_t times, std::int64_t batch) {
  std::vector<std::int64_t> requests;
  for (std::int64_t request = 0; request < batch; ++request) {
    requests.insert(requests.end(), static_cast<std::size_t>(times), request);
  }
  reorder(requests);
}

std::expected<void, std::string> Cache::crop(std::int64_t length) {
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    if (const auto can = layers_[i]->can_crop(length); !can) {
      return std::unexpected(fmt::format("layer {}: {}", i, can.error()));
    }
  }
  for (const auto& layer : layers_) {
    [[maybe_unused]] const auto done = layer->crop(length);
    assert(done);
  }
  return {};
}

}  // namespace kvtally::reference
