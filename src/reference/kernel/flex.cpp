#include "reference/kernel/flex.hpp"

#include <algorithm>

#include "reference/kernel/fused.hpp"

// FlexAttention (arXiv 2412.05496): the mask is a function, from which it follows which blocks of scores have to
// be computed at all. A block that nobody sees is skipped; in a block that is seen whole the function isn't asked;
// in the others all pairs are multiplied and the masked ones thrown away. A row is loaded once for each query head
// and block of queries. What a function of one score can say (cap, bias) is said there; a sink needs the whole
// row's sum, so it is applied to the finished output.

namespace kvtally::reference {

namespace {

// A block of queries of one head.
struct Queries {
  std::int64_t batch;
  std::int64_t head;
  std::int64_t begin;
  std::int64_t end;
};

Pair pair_of(const AttentionInput& in, const Queries& queries, std::int64_t token, std::int64_t slot) {
  return {queries.batch, queries.head, in.first_query + token, in.keys.position(slot)};
}

BlockSight sight_of(const AttentionInput& in, const Queries& queries, const Tile& keys) {
  std::int64_t seen = 0;
  for (std::int64_t t = queries.begin; t < queries.end; ++t) {
    for (const std::int64_t slot : keys.slots) {
      seen += visible(in, pair_of(in, queries, t, slot)) ? 1 : 0;
    }
  }
  if (seen == 0) {
    return BlockSight::skipped;
  }
  const bool all = seen == (queries.end - queries.begin) * static_cast<std::int64_t>(keys.slots.size());
  return all ? BlockSight::full : BlockSight::partial;
}

template <class Visit>
void for_each_block_of_queries(const AttentionInput& in, Visit visit) {
  const std::int64_t tokens = in.query.size(2);
  for (std::int64_t b = 0; b < in.query.size(0); ++b) {
    for (std::int64_t h = 0; h < in.query.size(1); ++h) {
      for (std::int64_t t = 0; t < tokens; t += kFlexBlock) {
        visit(Queries{b, h, t, std::min(t + kFlexBlock, tokens)});
      }
    }
  }
}

// One key against the block's queries: scores into a column, −∞ where masked. Whether any is seen.
bool score_column(const AttentionInput& in, const Queries& queries, std::int64_t slot, bool full,
                  std::span<Real> column) {
  const std::span<const Real> key = in.keys.load(queries.batch, key_head(in, queries.head), slot);
  bool any = false;
  for (std::size_t i = 0; i < column.size(); ++i) {
    const std::int64_t token = queries.begin + static_cast<std::int64_t>(i);
    const Pair pair = pair_of(in, queries, token, slot);
    const bool seen = full || visible(in, pair);
    const Real product = dot(in.query.row(queries.batch, queries.head, token), key);
    column[i] = seen ? score_of(in.scoring, pair, product) : kHidden;
    in.counter.multiplied(Work::scores, in.keys.dim(), seen);
    in.counter.multiplied(Work::values, in.values.dim(), seen);
    any = any || seen;
  }
  return any;
}

void attend_block(const AttentionInput& in, const Queries& queries, const Tile& keys, bool full,
                  std::vector<OnlineSoftmax>& rows) {
  const std::int64_t head = key_head(in, queries.head);
  std::vector<Real> scores(keys.slots.size() * rows.size());  // [keys, queries]
  in.counter.made(static_cast<std::int64_t>(scores.size()));
  for (std::size_t k = 0; k < keys.slots.size(); ++k) {
    const auto column = std::span(scores).subspan(k * rows.size(), rows.size());
    if (score_column(in, queries, keys.slots[k], full, column)) {
      in.keys.need(queries.batch, head, keys.slots[k]);
      in.values.need(queries.batch, head, keys.slots[k]);
    }
  }
  raise_to_largest(scores, rows);
  for (std::size_t k = 0; k < keys.slots.size(); ++k) {
    const std::span<const Real> value = in.values.load(queries.batch, head, keys.slots[k]);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      rows[i].add(in.values.position(keys.slots[k]), scores[k * rows.size() + i], value);
    }
  }
}

// softmax with one more summand e^b is the softmax without it times e^l ÷ (e^l + e^b), l = log Σ e^s.
void apply_sink(Real sink, const OnlineSoftmax& row, std::span<Real> out) {
  const Real share = 1 / (1 + std::exp(sink - row.log_sum_exp()));
  for (Real& number : out) {
    number *= share;
  }
}

}  // namespace

BlockMask block_mask(const AttentionInput& in) {
  BlockMask mask{tiles_of(in.keys, kFlexBlock), (in.query.size(2) + kFlexBlock - 1) / kFlexBlock, {}};
  for_each_block_of_queries(in, [&](const Queries& queries) {
    for (const Tile& keys : mask.keys) {
      mask.sights.push_back(sight_of(in, queries, keys));
    }
  });
  in.counter.made(static_cast<std::int64_t>(mask.sights.size()));
  return mask;
}

Attended flex(const AttentionInput& in) {
  Tensor output = output_of(in);
  const BlockMask mask = block_mask(in);
  auto sight = mask.sights.begin();
  for_each_block_of_queries(in, [&](const Queries& queries) {
    std::vector<OnlineSoftmax> rows(static_cast<std::size_t>(queries.end - queries.begin),
                                    OnlineSoftmax(in.values.dim()));
    for (const Tile& keys : mask.keys) {
      const BlockSight seen = *sight++;
      if (seen == BlockSight::skipped) {
        in.counter.skipped_blocks(1);
      } else {
        attend_block(in, queries, keys, seen == BlockSight::full, rows);
      }
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::span<Real> out =
          output.row(queries.batch, queries.head, queries.begin + static_cast<std::int64_t>(i));
      rows[i].write(out);
      if (!in.scoring.sinks.empty()) {
        apply_sink(in.scoring.sinks[static_cast<std::size_t>(queries.head)], rows[i], out);
      }
    }
  });
  return {std::move(output), {}};
}

}  // namespace kvtally::reference
