#include "verify/vectors/deepseek_v4_pool.hpp"

#include "verify/vectors/bound.hpp"

namespace kvtally {

namespace {

using reference::Rows;
using reference::Tensor;

// [batch, 1, slots, dim] without the axis of the one head.
Tensor without_head(const Tensor& rows) { return reshaped(rows, {rows.size(0), rows.size(2), rows.size(3)}); }

// The newest `count` rows of a half, and those before them.
Tensor newest(const Rows& rows, std::int64_t count) {
  return slice(rows.numbers(), 2, rows.slots() - count, rows.slots());
}
Tensor older(const Rows& rows, std::int64_t count) { return slice(rows.numbers(), 2, 0, rows.slots() - count); }

Tensor biased(Tensor gates, const Tensor& bias) {
  for (std::int64_t b = 0; b < gates.size(0); ++b) {
    for (std::int64_t j = 0; j < gates.size(2); ++j) {
      for (std::int64_t c = 0; c < gates.size(3); ++c) {
        gates(b, 0, j, c) += bias(j, c);
      }
    }
  }
  return gates;
}

}  // namespace

PoolFigures recorded_pool(const Item& item, std::int64_t dim, const CompressedSizes& s) {
  const reference::Shape raw{s.batch, s.rest(), s.raw_width(dim)};
  PoolFigures out{.rows = item["buffer_kv"].tensor(raw),
                  .gates = item["buffer_gate"].tensor(raw),
                  .entries = item["compressed"].tensor({s.batch, s.entries(), dim}),
                  .count = item["entry_count"].integer(),
                  .overlap_rows = {},
                  .overlap_gates = {}};
  if (s.indexed) {
    const reference::Shape overlap{s.batch, s.entries() > 0 ? s.rate.value_or(0) : 0, dim};
    out.overlap_rows = item["overlap_kv"].tensor(overlap);
    out.overlap_gates = item["overlap_gate"].tensor(overlap);
  }
  return out;
}

void compare_pool(const std::string& name, const PoolFigures& recorded, const reference::Pool& pool,
                  const Tensor& bias, Checks& checks) {
  const reference::PoolRows there = pool.waiting();
  const std::int64_t open = there.own.keys.slots();
  const auto compare = [&](const std::string& what, const Tensor& expected, const Tensor& ours) {
    checks.near(name + " " + what, expected, without_head(ours), kVectorBound);
  };
  const auto whole = [&](const Rows& own, const Rows* earlier) {
    return earlier == nullptr ? own.numbers() : joined(newest(*earlier, open), own.numbers(), 3);
  };
  compare("buffer_kv", recorded.rows, whole(there.own.keys, there.earlier ? &there.earlier->keys : nullptr));
  compare("buffer_gate", recorded.gates,
          whole(there.own.values, there.earlier ? &there.earlier->values : nullptr));
  compare("compressed", recorded.entries, pool.pooled().numbers());
  checks.equal(name + " entry_count", recorded.count, pool.entries(), "entries");
  if (there.earlier && recorded.overlap_rows && recorded.overlap_gates) {
    compare("overlap_kv", *recorded.overlap_rows, older(there.earlier->keys, open));
    compare("overlap_gate", *recorded.overlap_gates, biased(older(there.earlier->values, open), bias));
  }
}

}  // namespace kvtally
