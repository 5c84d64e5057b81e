#include <fmt/format.h>

#include "verify/vectors/bound.hpp"
#include "verify/vectors/layer_run.hpp"
#include "verify/vectors/runner.hpp"

// Attention alone: queries, keys and values are given.

namespace kvtally {

namespace {

using reference::Tensor;

// 1 where a query sees a key: [1, 1, queries, keys].
Tensor seen(const reference::Mask& mask, std::int64_t queries, std::int64_t keys, std::int64_t first_query) {
  Tensor out({1, 1, queries, keys});
  for (std::int64_t q = 0; q < queries; ++q) {
    for (std::int64_t k = 0; k < keys; ++k) {
      out(0, 0, q, k) = mask({.batch = 0, .head = 0, .query = first_query + q, .key = k}) ? 1 : 0;
    }
  }
  return out;
}

struct CoreSizes {
  std::int64_t batch = 1;
  std::int64_t queries = 1;
  std::int64_t slots = 1;
  std::int64_t heads = 1;
  std::int64_t key_heads = 1;
  std::int64_t dim = 1;
};

CoreSizes core_sizes(const Item& given) {
  const CoreSizes sizes{given["B"].size(),         given["S_query"].size(),      given["S_key"].size(),
                        given["num_heads"].size(), given["num_kv_heads"].size(), given["head_dim"].size()};
  if (sizes.heads % sizes.key_heads != 0) {
    given["num_kv_heads"].refuse(
        fmt::format("{} query heads can't share {} key heads evenly", sizes.heads, sizes.key_heads));
  }
  const double rows =
      static_cast<double>(sizes.batch * sizes.heads) * static_cast<double>(sizes.queries + sizes.slots);
  return can_be(given, rows * static_cast<double>(sizes.dim + sizes.slots)) ? sizes : CoreSizes{};
}

}  // namespace

void run_softmax_core(VectorFile& file, Checks& checks) {
  const Item given = file["parameters"];
  const auto [batch, queries, slots, heads, key_heads, dim] = core_sizes(given);
  const std::int64_t first_query = given["query_offset"].integer();
  if (first_query < 0) {
    given["query_offset"].refuse("a query can't lie before the first token");
  }
  const reference::Mask mask = mask_of(given);
  const reference::Scoring scoring = scoring_of(file, heads);
  const Tensor query = file["inputs"]["q"].tensor({batch, heads, queries, dim});
  const auto positions = reference::positions_from(0, slots);
  const reference::Rows keys{file["inputs"]["k"].tensor({batch, key_heads, slots, dim}), positions};
  const reference::Rows values{file["inputs"]["v"].tensor({batch, key_heads, slots, dim}), positions};
  const Tensor output = file["outputs"]["attn_output"].tensor({batch, queries, heads, dim});
  const Item between = file["intermediates"];
  const Tensor weights = between["probabilities"].tensor({batch, heads, queries, slots});
  const Tensor visible = between["mask_visible"].tensor({1, 1, queries, slots});
  if (file.failed()) {
    return;
  }
  checks.near("mask_visible", visible, seen(mask, queries, slots, first_query));
  for (const reference::Kernel* kernel : plain_kernels()) {
    reference::Counter counter;
    const reference::Attended ours = kernel->run({query, first_query, keys, values, mask, scoring, counter});
    checks.near(fmt::format("attn_output ({})", kernel->name), output, heads_first(ours.output), kVectorBound);
    if (ours.weights) {
      checks.near(fmt::format("probabilities ({})", kernel->name), weights, *ours.weights, kVectorBound);
    }
  }
}

}  // namespace kvtally
