#include <algorithm>

#include "engine/tensorrt_llm/sizes.hpp"

namespace kvtally::tensorrt_llm {

namespace {

Wide index_bytes(const CachedLayer& layer) {
  const auto index = std::ranges::find(layer.buffers, Use::index, &Buffer::use);
  return index == layer.buffers.end() ? Wide{0} : index->bytes;
}

}  // namespace

std::optional<Wide> estimated_bytes(const std::vector<CachedLayer>& stage, const Settings& settings) {
  Wide heads = 0;
  std::int64_t layers = 0;
  Wide index = 0;
  const CachedLayer* first = nullptr;
  for (const CachedLayer& layer : stage) {
    if (layer.heads > 0) {
      first = first == nullptr ? &layer : first;
      heads += layer.heads;
      ++layers;
      index += index_bytes(layer);
    }
  }
  if (first == nullptr) {
    return std::nullopt;
  }
  const Wide dim = first->head_dim;
  const Wide head = first->latent ? dim : dim * heads / (Wide{layers} * settings.attention_tp());
  const Wide elements = head * layers * (first->latent ? 1 : 2);
  switch (settings.format) {
    case CacheFormat::half: return elements * 2 + index;
    case CacheFormat::fp8: return elements + index;
    case CacheFormat::nvfp4: return ceil_div(elements, 2) + ceil_div(elements, 16) + index;
  }
  return std::nullopt;
}

std::optional<Wide> host_tier(const Settings& settings, Wide quota) {
  if (!settings.host_memory) {
    return std::nullopt;
  }
  Wide tier = std::min(quota, settings.host_memory->value / settings.devices() / 2);
  if (settings.locked) {
    tier = std::min(tier, settings.locked->value * 4 / 5);
  }
  return tier;
}

std::optional<Wide> older_sparse_estimate(const std::vector<CachedLayer>& stage, const Settings& settings,
                                          std::int64_t block) {
  Wide elements = 0;
  Wide index = 0;
  for (const CachedLayer& layer : stage) {
    if (layer.latent) {
      elements += layer.head_dim;
      index += index_bytes(layer);
    }
  }
  if (index == 0) {
    return std::nullopt;
  }
  return (settings.format == CacheFormat::half ? 2 : 1) * (elements + index * 64 / block);
}

AffineCost affine_cost(const std::vector<CachedLayer>& layers, const Settings& settings, const Demand& demand) {
  AffineCost out;
  for (const CachedLayer& layer : layers) {
    out.state += layer.state;
    for (const Buffer& buffer : layer.buffers) {
      out.slope += buffer.use == Use::cross ? Wide{0} : buffer.bytes;
    }
  }
  if (settings.reuse && settings.state_interval) {
    out.slope +=
        settings.older ? out.state / *settings.state_interval : ceil_div(out.state, *settings.state_interval);
  }
  out.intercept = settings.older ? 0 : Wide{demand.batch} * settings.pp * out.state;
  return out;
}

}  // namespace kvtally::tensorrt_llm
