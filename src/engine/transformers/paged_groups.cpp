#include "engine/transformers/paged_groups.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace kvtally::transformers {

LayerGroups group_layers(const std::vector<std::string>& layer_types) {
  std::vector<std::pair<std::string, std::vector<std::int64_t>>> buckets;
  for (std::size_t i = 0; i < layer_types.size(); ++i) {
    auto found = std::ranges::find(buckets, layer_types[i], [](const auto& bucket) { return bucket.first; });
    if (found == buckets.end()) {
      found = buckets.insert(buckets.end(), {layer_types[i], {}});
    }
    found->second.push_back(static_cast<std::int64_t>(i));
  }
  LayerGroups out;
  for (const auto& [type, layers] : buckets) {
    out.group_size = std::gcd(out.group_size, std::ssize(layers));
  }
  for (const auto& [type, layers] : buckets) {
    for (auto at = layers.begin(); at != layers.end(); at += out.group_size) {
      out.layers.emplace_back(at, at + out.group_size);
      out.types.push_back(type);
    }
  }
  return out;
}

Wide blocks_needed(const BlockRule& rule, Wide requested, Wide allocated) {
  const Wide left = std::max(rule.sliding_blocks - allocated, Wide{0});
  return requested * rule.full_groups + std::min(left, requested) * rule.sliding_groups;
}

}  // namespace kvtally::transformers
