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

}  // namespace

void run_softmax_core(VectorFile& file, Checks& checks) {
  const Item given = file["parameters"];
  const std::int64_t batch = given["B"].size();
  const std::int64_t queries = given["S_query"].size();
  const std::int64_t slots = given["S_key"].size();
  const std::int64_t heads = given["num_heads"].size();
  const std::int64_t key_heads = given["num_kv_heads"].size();
  const std::int64_t dim = given["head_dim"].size();
  const std::int64_t first_query = given["query_offset"].integer();
  if (heads % key_heads != 0) {
    given["num_kv_heads"].refuse(fmt::format("{} query heads can't share {} key heads evenly", heads, key_heads));
  }
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
