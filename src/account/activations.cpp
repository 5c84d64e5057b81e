#include "account/activations.hpp"

#include <algorithm>

namespace kvtally {

namespace {

Wide row_elements(const Memory& memory) {
  Wide sum = 0;
  for (const Row& row : memory.entry) {
    sum += Wide{row.heads} * row.dim;
  }
  return sum;
}

// A prefill expands latents, so that its widths are those of the expanded form.
void add_attention_pairs(std::vector<LivePair>& pairs, const Layer& layer, std::int64_t hidden) {
  for (const Memory& memory : layer.memories) {
    const Scoring& scoring = memory.expanded.value_or(memory.scoring);
    const Wide queries = Wide{scoring.query_heads} * scoring.score_width;
    const Wide values = Wide{scoring.query_heads} * scoring.value_width;
    const Wide made = memory.expanded ? queries + values : row_elements(memory);
    pairs.push_back({layer.kind + ", queries, keys and values", hidden, queries + made});
    pairs.push_back({layer.kind + ", output projection", values, hidden});
  }
}

void add_feed_forward_pairs(std::vector<LivePair>& pairs, const std::string& name, Wide hidden, Wide width) {
  pairs.push_back({name + ", gate and up", hidden, 2 * width});
  pairs.push_back({name + ", activation", 2 * width, width});
  pairs.push_back({name + ", down", width, hidden});
}

}  // namespace

std::vector<LivePair> live_pairs(const Model& model, std::int64_t divided) {
  std::vector<LivePair> pairs;
  if (!model.naive.hidden_size) {
    return pairs;
  }
  const std::int64_t hidden = *model.naive.hidden_size;
  for (const Layer& layer : model.layers) {
    add_attention_pairs(pairs, layer, hidden);
  }
  const auto share = [&](std::int64_t width) { return ceil_div(width, divided); };
  if (const auto width = model.weights.size("intermediate_size")) {
    add_feed_forward_pairs(pairs, "feed-forward", hidden, share(*width));
  }
  const auto chosen = model.weights.size("num_experts_per_tok");
  if (const auto width = model.weights.size("moe_intermediate_size"); width && chosen) {
    add_feed_forward_pairs(pairs, "chosen experts", Wide{hidden} * *chosen, share(*width) * *chosen);
  }
  return pairs;
}

LivePair widest_pair(const Model& model, std::int64_t divided) {
  const std::vector<LivePair> pairs = live_pairs(model, divided);
  const auto widest = std::ranges::max_element(pairs, {}, &LivePair::width);
  return widest == pairs.end() ? LivePair{} : *widest;
}

Bytes activation_bytes(const Model& model, const LivePair& widest, std::int64_t tokens, std::int64_t sequences,
                       const Format& format) {
  const Wide elements = widest.width() * tokens;
  const Wide logits = Wide{model.vocab_size.value_or(0)} * sequences;
  return Bytes{ceil_div(elements, format.elements) * format.bytes + logits * 4};
}

}  // namespace kvtally
