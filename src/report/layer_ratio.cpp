#include "report/layer_ratio.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "model/mixture.hpp"

namespace kvtally {

std::set<std::string> labels_of(const ModelRow& row) {
  std::set<std::string> out;
  for (const auto* part : {&row.cycle.lead, &row.cycle.unit, &row.cycle.tail}) {
    out.insert(part->begin(), part->end());
  }
  return out;
}

std::string print_ratio(const LayerRatio& ratio) { return fmt::format("{}:{}", ratio.cheap, ratio.dear); }

LayerRatio unit_ratio(const ModelRow& row, const Model& model) {
  const auto dear = std::ranges::count_if(row.cycle_kinds, [&](const std::string& kind) {
    return std::ranges::any_of(model.layers, [&](const Layer& l) { return l.kind == kind && keeps_all(l); });
  });
  return {static_cast<std::int64_t>(row.cycle_kinds.size()) - dear, dear};
}

LayerRatio whole_ratio(const ModelRow& row) { return {row.cheap_layers, row.layers - row.cheap_layers}; }

bool smaller(const LayerRatio& a, const LayerRatio& b) { return a.cheap * b.dear < b.cheap * a.dear; }

}  // namespace kvtally
