#pragma once

#include "reference/cache/rows.hpp"
#include "reference/kernel/mask.hpp"

/// Which pooled entries a query reads, when small pooled keys choose (DeepSeek-V4, arXiv 2606.19348; transformers'
/// DeepseekV4Indexer).
namespace kvtally::reference {

/// What the new tokens ask the index keys.
struct IndexQueries {
  Tensor query;    // q [batch, index heads, tokens, index dim]
  Tensor weights;  // w [batch, tokens, index heads]
};

/// Entries that the query at position t may be shown: those whose stretch is complete, ⌊(t + 1) ÷ rate⌋ of n.
std::int64_t eligible_entries(std::int64_t query, std::int64_t rate, std::int64_t entries);

/// I_tn = Σ_h w_th relu(q_th · k_n) ÷ √(index dim): [batch, tokens, entries], keys [batch, 1, entries, index dim].
/// All pairs are computed; what counts as read and useful (Work::indexer: heads × index dim a pair) are those that
/// are eligible.
Tensor pooled_scores(const IndexQueries& index, const Rows& keys, std::int64_t first_query, std::int64_t rate,
                     Counter& counter);

/// The best eligible entries of each query, at most `count`.
class PooledChoice {
 public:
  PooledChoice(const Tensor& scores, std::int64_t first_query, std::int64_t rate, std::int64_t count);

  /// Ascending; of equal scores the first entries were taken.
  const std::vector<std::int64_t>& of(std::int64_t batch, std::int64_t token) const {
    return chosen_[static_cast<std::size_t>(batch * tokens_ + token)];
  }
  /// The chosen entries, and no token. The choice must outlive it.
  Mask mask() const;

 private:
  std::int64_t tokens_;
  std::int64_t first_query_;
  std::vector<std::vector<std::int64_t>> chosen_;  // [batch · tokens]
};

}  // namespace kvtally::reference
