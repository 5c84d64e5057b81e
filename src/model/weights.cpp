#include "model/weights.hpp"

namespace kvtally {

std::string_view name_of(WeightPart part) {
  switch (part) {
    case WeightPart::embedding: return "embedding";
    case WeightPart::attention: return "attention";
    case WeightPart::feed_forward: return "feed_forward";
    case WeightPart::experts: return "experts";
    case WeightPart::norm: return "norm";
    case WeightPart::head: return "head";
    case WeightPart::draft: return "draft";
    case WeightPart::encoder: return "encoder";
    case WeightPart::other: return "other";
  }
  return {};
}

std::string_view name_of(StoredContent content) {
  switch (content) {
    case StoredContent::parameters: return "parameters";
    case StoredContent::packed: return "packed";
    case StoredContent::constants: return "constants";
  }
  return {};
}

Bytes stored_bytes(const StoredWeights& weights) {
  Bytes out = weights.total.value_or(Bytes{});
  for (const StoredGroup& group : weights.groups) {
    out += group.bytes;
  }
  return out;
}

std::optional<Wide> stored_parameters(const StoredWeights& weights) {
  if (weights.groups.empty()) {
    return std::nullopt;
  }
  Wide out = 0;
  for (const StoredGroup& group : weights.groups) {
    if (group.content == StoredContent::packed) {
      return std::nullopt;
    }
    out += group.content == StoredContent::parameters ? group.elements : 0;
  }
  return out;
}

}  // namespace kvtally
