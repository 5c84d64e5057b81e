#include "engine/transformers/offloading.hpp"

#include <algorithm>

namespace kvtally::transformers {

namespace {

Bytes moving_of(const CachedSort& sort) {
  Bytes out;
  for (const CacheTensor& tensor : sort.tensors) {
    out += moves(tensor) ? held_bytes(tensor) : Bytes{};
  }
  return out;
}

}  // namespace

bool moves(const PlacedLayer& layer, const GenerateSetting& setting) {
  const auto rows = whole_rows(layer, setting);
  const bool attention = (rows || layer.parts.cross) && layer.parts.owns;
  return attention && !(setting.offload_only_non_sliding && rows && rows->window);
}

bool moves(const CacheTensor& tensor) {
  return !tensor.counter && tensor.part != Part::state && tensor.name != "idx_keys";
}

Offloading offloading_of(const std::vector<std::size_t>& layers, const std::vector<CachedSort>& sorts,
                         const GenerateSetting& setting) {
  std::vector<Bytes> each;
  for (const std::size_t sort : layers) {
    if (moves(*sorts[sort].layer, setting)) {
      each.push_back(moving_of(sorts[sort]));
    }
  }
  Offloading out;
  for (std::size_t i = 0; i < each.size(); ++i) {
    const Bytes next = each.size() > 1 ? each[(i + 1) % each.size()] : Bytes{};
    out.on_device = std::max(out.on_device, each[i] + next);
    out.moving += each[i];
  }
  return out;
}

}  // namespace kvtally::transformers
