#include "reference/kernel/sdpa.hpp"

#include <algorithm>

#include "reference/kernel/fused.hpp"

// Attention a row of scores at a time, after the least that a mask can be said with. Without a tensor no masked
// pair is touched; with one, all pairs are loaded and multiplied, as kernels with an additive mask do. Rows are
// loaded for each query and each query head: torch chooses among several kernels, and this is none of them.

namespace kvtally::reference {

namespace {

// Whether each query sees just the slots that `seen` says, of its row and the slot.
template <class Seen>
bool sees(const AttentionInput& in, Seen seen) {
  for (std::int64_t b = 0; b < in.query.size(0); ++b) {
    for (std::int64_t h = 0; h < in.query.size(1); ++h) {
      for (std::int64_t t = 0; t < in.query.size(2); ++t) {
        for (std::int64_t slot = 0; slot < in.keys.slots(); ++slot) {
          if (visible(in, {b, h, in.first_query + t, in.keys.position(slot)}) != seen(t, slot)) {
            return false;
          }
        }
      }
    }
  }
  return true;
}

// One head of one request: what it is told, and its scores.
struct Head {
  const AttentionInput& in;
  const Scoring& scoring;               // the bias is in the mask
  std::span<const std::int64_t> order;  // the slots that are left after cutting
  MaskNeed need;
  Tensor mask;  // [queries, slots], bias or −∞; where one is needed
  std::int64_t batch;
  std::int64_t head;

  // The slots that a query is multiplied with.
  bool reaches(std::int64_t token, std::int64_t slot) const {
    return need == MaskNeed::none || need == MaskNeed::tensor || slot <= token;
  }
  Real masked(std::int64_t token, std::int64_t slot) const {
    return need == MaskNeed::tensor ? mask(token, slot) : Real{0};
  }
};

Tensor additive_mask(const AttentionInput& in, std::int64_t batch, std::int64_t head) {
  Tensor mask({in.query.size(2), in.keys.slots()});
  in.counter.made(mask.count());
  for (std::int64_t t = 0; t < mask.size(0); ++t) {
    for (std::int64_t slot = 0; slot < mask.size(1); ++slot) {
      const Pair pair{batch, head, in.first_query + t, in.keys.position(slot)};
      const Real bias = in.scoring.bias ? in.scoring.bias(pair) : Real{0};
      mask(t, slot) = visible(in, pair) ? bias : kHidden;
    }
  }
  return mask;
}

std::vector<Real> scores_of(const Head& of, std::int64_t token) {
  const AttentionInput& in = of.in;
  const std::span<const Real> query = in.query.row(of.batch, of.head, token);
  std::vector<Real> scores(of.order.size(), kHidden);
  in.counter.made(static_cast<std::int64_t>(scores.size()));
  for (std::size_t i = 0; i < of.order.size(); ++i) {
    const std::int64_t slot = of.order[i];
    if (of.reaches(token, slot)) {
      const Pair pair{of.batch, of.head, in.first_query + token, in.keys.position(slot)};
      const Real product = dot(query, in.keys.load(of.batch, key_head(in, of.head), slot));
      const Real mask = of.masked(token, slot);
      scores[i] = mask == kHidden ? kHidden : score_of(of.scoring, pair, product) + mask;
      in.counter.multiplied(Work::scores, in.keys.dim(), mask != kHidden);
    }
  }
  return scores;
}

// The largest score of a whole row is known before its first value is added: nothing has to be rescaled.
void attend_row(const Head& of, std::int64_t token, std::span<Real> out) {
  const AttentionInput& in = of.in;
  const std::int64_t head = key_head(in, of.head);
  const std::vector<Real> scores = scores_of(of, token);
  OnlineSoftmax softmax(in.values.dim());
  if (!in.scoring.sinks.empty()) {
    softmax.raise(in.scoring.sinks[static_cast<std::size_t>(of.head)]);
  }
  softmax.raise(scores.empty() ? kHidden : *std::ranges::max_element(scores));
  for (std::size_t i = 0; i < of.order.size(); ++i) {
    const std::int64_t slot = of.order[i];
    if (!of.reaches(token, slot)) {
      continue;
    }
    const std::span<const Real> value = in.values.load(of.batch, head, slot);
    const bool seen = of.masked(token, slot) != kHidden;
    in.counter.multiplied(Work::values, in.values.dim(), seen);
    if (seen) {
      in.keys.need(of.batch, head, slot);
      in.values.need(of.batch, head, slot);
      softmax.add(in.values.position(slot), scores[i], value);
    }
  }
  if (!in.scoring.sinks.empty()) {
    softmax.add_sink(in.scoring.sinks[static_cast<std::size_t>(of.head)]);
  }
  softmax.write(out);
}

}  // namespace

MaskNeed mask_need(const AttentionInput& in) {
  const std::int64_t queries = in.query.size(2);
  const std::int64_t slots = in.keys.slots();
  if (in.scoring.bias) {
    return MaskNeed::tensor;
  }
  if (sees(in, [](std::int64_t, std::int64_t) { return true; })) {
    return MaskNeed::none;
  }
  if (queries > 1 && queries <= slots && sees(in, [](std::int64_t t, std::int64_t slot) { return slot <= t; })) {
    return queries == slots ? MaskNeed::causal : MaskNeed::causal_cut;
  }
  return MaskNeed::tensor;
}

Attended sdpa(const AttentionInput& in) {
  Tensor output = output_of(in);
  Scoring scoring = in.scoring;
  scoring.bias = nullptr;
  const MaskNeed need = mask_need(in);
  std::vector<std::int64_t> order = slots_in_order(in.keys);
  if (need == MaskNeed::causal_cut) {
    std::erase_if(order, [&](std::int64_t slot) { return slot >= in.query.size(2); });
  }
  for (std::int64_t b = 0; b < in.query.size(0); ++b) {
    for (std::int64_t h = 0; h < in.query.size(1); ++h) {
      const Head head{in, scoring, order, need, need == MaskNeed::tensor ? additive_mask(in, b, h) : Tensor(),
                      b,  h};
      for (std::int64_t t = 0; t < in.query.size(2); ++t) {
        attend_row(head, t, output.row(b, h, t));
      }
    }
  }
  return {std::move(output), {}};
}

}  // namespace kvtally::reference
