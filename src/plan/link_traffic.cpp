#include "plan/link_traffic.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "plan/weight_division.hpp"

namespace kvtally {

namespace {

using Sentences = std::vector<std::string>;

bool feeds_forward_alone(const Layer& layer) { return layer.tag == "moe" || layer.tag == "mlp"; }

// How many parts of a model's layers end in a sum over the devices.
struct SubLayers {
  std::int64_t mixers = 0;  // attention and states
  std::int64_t dense = 0;
  std::int64_t sparse = 0;
};

SubLayers sublayers_of(const Model& model) {
  SubLayers out;
  const std::vector<bool> sparse = sparse_layers(model);
  const bool alone = std::ranges::any_of(model.layers, feeds_forward_alone);
  std::size_t i = 0;
  for (const std::size_t index : unrolled(model.order)) {
    const Layer& layer = model.layers[index];
    out.mixers += feeds_forward_alone(layer) ? 0 : 1;
    const bool feeds = alone ? feeds_forward_alone(layer) : true;
    const bool mixture = alone ? layer.tag == "moe" : i < sparse.size() && sparse[i];
    out.sparse += feeds && mixture ? 1 : 0;
    out.dense += feeds && !mixture ? 1 : 0;
    ++i;
  }
  return out;
}

// Bytes of a vector of `width` elements, rounded up to the format's parts.
Wide bytes_of(const Format& format, Wide width) { return ceil_div(width, format.elements) * format.bytes; }

// What a device's heads of one layer sum up for a token: values and a logarithm a head. Memories that share one
// softmax (a window beside pooled rows, DeepSeek-V4) have one sum; branches with keys of their own one each.
Wide partial_sums(const Layer& layer, std::int64_t tp, const Format& format) {
  constexpr Wide kLogarithm = 4;
  Wide sum = 0;
  Wide widest = 0;
  bool joint = false;
  for (const Memory& memory : layer.memories) {
    if (std::holds_alternative<Fixed>(memory.retention)) {
      continue;
    }
    const Wide heads = ceil_div(memory.scoring.query_heads, tp);
    const Wide bytes = heads * (bytes_of(format, memory.scoring.value_width) + kLogarithm);
    sum += bytes;
    widest = std::max(widest, bytes);
    joint = joint || (!memory.entry.empty() && memory.entry.front().role == Role::key_and_value);
  }
  return joint ? widest : sum;
}

}  // namespace

std::expected<LinkTraffic, Sentences> link_traffic(const Model& model, const Placement& placement,
                                                   std::int64_t tokens, const Format& activation) {
  const std::int64_t together = placement.tp * placement.cp;
  const bool dispatches = placement.ep > together;
  const auto hidden = model.naive.hidden_size;
  const auto chosen = model.weights.size("num_experts_per_tok");
  Sentences missing;
  if (!hidden && (together > 1 || placement.pp > 1 || dispatches)) {
    missing.emplace_back("hidden_size is not known: what devices send each other is vectors of that width");
  }
  if (!chosen && dispatches) {
    missing.emplace_back("num_experts_per_tok is not known: a token is sent to so many experts");
  }
  if (!missing.empty()) {
    return std::unexpected(std::move(missing));
  }
  const Wide states = Wide{tokens} * bytes_of(activation, hidden.value_or(0));
  const SubLayers parts = sublayers_of(model);
  const std::int64_t sums = parts.mixers + parts.dense + (dispatches ? 0 : parts.sparse);
  LinkTraffic out;
  out.all_reduce = Bytes{ceil_div(2 * (Wide{together} - 1) * states * sums, together)};
  if (dispatches) {
    const Wide there = ceil_div(states * *chosen * (placement.ep - 1), Wide{together} * placement.ep);
    out.all_to_all = Bytes{2 * there * parts.sparse};
  }
  out.stages = Bytes{(Wide{placement.pp} - 1) * states};
  for (const Run& run : model.order) {
    const Wide sent = Wide{tokens} * partial_sums(model.layers[run.layer], placement.tp, activation);
    out.context += Bytes{ceil_div(sent * (placement.cp - 1), placement.cp) * run.count};
  }
  return out;
}

}  // namespace kvtally
