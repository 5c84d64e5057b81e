#include "reference/kernel/fused.hpp"

#include <algorithm>

namespace kvtally::reference {

FusedTile::FusedTile(const AttentionInput& input, const QueryTile& queries, std::int64_t origin)
    : input_(input), queries_(queries), origin_(origin) {
  const std::int64_t group = group_of(input);
  for (std::int64_t head = queries.key_head * group; head < (queries.key_head + 1) * group; ++head) {
    for (std::int64_t token = queries.begin; token < queries.end; ++token) {
      rows_.push_back({token, {queries.batch, head, input.first_query + token - origin, 0}});
    }
  }
  softmax_.assign(rows_.size(), OnlineSoftmax(input.values.dim()));
}

// Whether any of the queries sees the key; the scores of those that do.
bool FusedTile::score(std::int64_t slot, std::size_t column) {
  std::span<const Real> key;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    Pair& pair = rows_[r].pair;
    pair.key = input_.keys.position(slot) - origin_;
    if (!visible(input_, pair)) {
      continue;
    }
    if (key.empty()) {
      input_.keys.need(pair.batch, queries_.key_head, slot);
      key = input_.keys.load(pair.batch, queries_.key_head, slot);
    }
    const Real product = dot(input_.query.row(pair.batch, pair.head, rows_[r].token), key);
    scores_[column * rows_.size() + r] = score_of(input_.scoring, pair, product);
    input_.counter.multiplied(Work::scores, input_.keys.dim());
    input_.counter.multiplied(Work::values, input_.values.dim());
  }
  return !key.empty();
}

void FusedTile::take(const Tile& keys) {
  scores_.assign(keys.slots.size() * rows_.size(), kHidden);
  std::vector<bool> seen(keys.slots.size());
  for (std::size_t column = 0; column < keys.slots.size(); ++column) {
    seen[column] = score(keys.slots[column], column);
  }
  if (std::ranges::find(seen, true) == seen.end()) {
    input_.counter.skipped_blocks(1);
    return;
  }
  input_.counter.made(static_cast<std::int64_t>(scores_.size()));
  raise_to_largest(scores_, softmax_);
  for (std::size_t column = 0; column < keys.slots.size(); ++column) {
    if (!seen[column]) {
      continue;
    }
    const std::int64_t slot = keys.slots[column];
    const std::span<const Real> value = value_of(slot);
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      softmax_[r].add(input_.values.position(slot) - origin_, scores_[column * rows_.size() + r], value);
    }
  }
}

// A latent that is key and value is there already: its columns were loaded with the key.
std::span<const Real> FusedTile::value_of(std::int64_t slot) {
  if (input_.values.part_of(input_.keys)) {
    return input_.values.numbers().row(queries_.batch, queries_.key_head, slot);
  }
  input_.values.need(queries_.batch, queries_.key_head, slot);
  return input_.values.load(queries_.batch, queries_.key_head, slot);
}

void FusedTile::finish(Tensor& output) {
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const Pair& pair = rows_[r].pair;
    if (!input_.scoring.sinks.empty()) {
      softmax_[r].add_sink(input_.scoring.sinks[static_cast<std::size_t>(pair.head)]);
    }
    softmax_[r].write(output.row(pair.batch, pair.head, rows_[r].token));
  }
}

Tensor output_of(const AttentionInput& input) {
  return Tensor({input.query.size(0), input.query.size(1), input.query.size(2), input.values.dim()});
}

}  // namespace kvtally::reference
