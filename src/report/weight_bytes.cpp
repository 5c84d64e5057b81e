#include <algorithm>

#include "report/parameters.hpp"

namespace kvtally {

namespace {

bool is_of(const WeightGroup& group, const ParameterTensor& tensor) {
  return group.part == tensor.part && group.layer == tensor.layer && group.name == tensor.name;
}

}  // namespace

std::vector<std::optional<Bytes>> bytes_by_tensor(const ParameterSheet& sheet) {
  std::vector<std::optional<Bytes>> out(sheet.count.tensors.size());
  if (!sheet.weights) {
    return out;
  }
  // Tensors of two layers can have one name: each takes as many layers as it has.
  std::vector<WeightGroup> left = sheet.weights->groups;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const ParameterTensor& tensor = sheet.count.tensors[i];
    std::int64_t layers = 0;
    for (WeightGroup& group : left) {
      if (group.layers > 0 && layers < tensor.layers && is_of(group, tensor)) {
        out[i] = out[i].value_or(Bytes{}) + group.total();
        layers += group.layers;
        group.layers = 0;
      }
    }
  }
  return out;
}

std::vector<PartBytes> bytes_by_part(const WeightLoad& load) {
  std::vector<PartBytes> out;
  for (const WeightGroup& group : load.groups) {
    auto part = std::ranges::find(out, group.part, &PartBytes::part);
    if (part == out.end()) {
      part = out.insert(out.end(), {group.part, {}, {}});
    }
    part->total += group.total();
    part->active += WeightLoad{{group}, "", {}}.active();
  }
  std::ranges::sort(out, {}, &PartBytes::part);
  return out;
}

}  // namespace kvtally
