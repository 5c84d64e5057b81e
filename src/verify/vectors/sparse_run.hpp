#pragma once

#include <functional>
#include <memory>

#include "reference/cache/cache.hpp"
#include "reference/kind/chosen.hpp"
#include "verify/check.hpp"
#include "verify/vector_file.hpp"

namespace kvtally {

/// A sparse layer over new tokens x [batch, tokens, hidden]; what it chose is left in the last argument.
using SparsePass =
    std::function<reference::Attended(const reference::Means&, const reference::Tensor&, reference::Chosen&)>;

/// Such a layer over all tokens at once; over the first of them at once and the others one by one; and its
/// container at the end of that.
struct SparseRun {
  reference::Attended whole;
  reference::Chosen chosen;
  reference::Tensor first;
  reference::Tensor steps;
  std::vector<reference::Chosen> step_choices;
  reference::Cache cache;
};
SparseRun sparse_run(const SparsePass& pass,
                     const std::function<std::unique_ptr<reference::CacheLayer>(reference::Counter&)>& container,
                     const reference::Tensor& x, std::int64_t first, reference::Counter& counter,
                     const reference::Kernel& kernel);

/// The kernel that reads the choice alone, and one that masks the rest, which hands its weights out.
std::vector<const reference::Kernel*> sparse_kernels();

/// The choice as a file lists it: [batch, key heads or 1, tokens, width], ascending, padded with −1.
reference::Tensor listed(const reference::BlockChoice& choice, std::int64_t width);

/// 1 for each of `tokens` tokens that a query reads, as far as it sees them: [batch, tokens, tokens]; the first
/// query is the first token.
reference::Tensor chosen_tokens(const reference::BlockChoice& choice, std::int64_t tokens);

/// The least gap between the last score that is kept and the first that is dropped, over all rows that drop one.
double smallest_margin(const reference::Tensor& scores, std::int64_t count);

/// What a file records of passes over a sparse layer: "prefill_full", "prefill_first_P" and "decode_steps" of
/// "outputs", [batch, …, hidden] each.
struct RecordedPasses {
  std::int64_t first = 1;  // "prefill_len"
  reference::Tensor whole, part, steps;
};
RecordedPasses recorded_passes(VectorFile& file, std::int64_t batch, std::int64_t tokens, std::int64_t hidden);
/// Compares them, and the steps' rows with the whole pass, bit for bit. `name` stands before each.
void compare_passes(Checks& checks, std::string_view name, const RecordedPasses& recorded, const SparseRun& run);

/// Compares "smallest_topk_margin" with that of our scores.
void compare_margin(Checks& checks, double recorded, const reference::Tensor& scores, std::int64_t count);

}  // namespace kvtally
