#include "model/weight_facts.hpp"

#include <algorithm>
#include <array>

namespace kvtally {

namespace {

constexpr std::array<std::pair<WeightPart, std::string_view>, 9> kNames{{
    {WeightPart::embedding, "embedding"},
    {WeightPart::attention, "attention"},
    {WeightPart::feed_forward, "feed_forward"},
    {WeightPart::experts, "experts"},
    {WeightPart::norm, "norm"},
    {WeightPart::head, "head"},
    {WeightPart::draft, "draft"},
    {WeightPart::encoder, "encoder"},
    {WeightPart::other, "other"},
}};

}  // namespace

bool LayerChoice::holds_for(std::string_view tag) const {
  return all || std::ranges::find(tags, tag) != tags.end();
}

std::optional<std::int64_t> WeightFacts::size(std::string_view key) const {
  const auto found = sizes.find(key);
  return found == sizes.end() ? std::nullopt : std::optional(found->second);
}

bool WeightFacts::has(std::string_view feature, std::string_view tag) const {
  const auto found = features.find(feature);
  return found != features.end() && found->second.holds_for(tag);
}

std::vector<MlpRun> usual_mlp(const WeightFacts& facts, std::int64_t layers) {
  const bool sparse = facts.size("num_experts").value_or(0) > 0;
  const std::int64_t dense = sparse ? std::min(facts.size("first_k_dense_replace").value_or(0), layers) : layers;
  std::vector<MlpRun> out;
  if (dense > 0) {
    out.push_back({false, dense});
  }
  if (dense < layers) {
    out.push_back({true, layers - dense});
  }
  return out;
}

std::optional<WeightPart> weight_part(std::string_view name) {
  const auto* row = std::ranges::find(kNames, name, &std::pair<WeightPart, std::string_view>::second);
  return row == kNames.end() ? std::nullopt : std::optional(row->first);
}

bool stands_apart(WeightPart part) { return part == WeightPart::draft || part == WeightPart::encoder; }

}  // namespace kvtally
