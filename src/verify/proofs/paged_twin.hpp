#pragma once

#include <vector>

#include "reference/cache/cache.hpp"
#include "reference/cache/paged.hpp"
#include "reference/kernel/kernel.hpp"

namespace kvtally {

/// A paged and a dynamic cache of one layer that go through the same: what attention makes of one must be what it
/// makes of the other. A token's rows depend on all tokens up to it, as a model's do, so that equal prompts have
/// equal rows.
class PagedTwin {
 public:
  /// `paged` looks at the paged cache, `dense` at the dynamic one.
  PagedTwin(reference::PagedLayer::Pool pool, std::int64_t batch, const reference::Kernel& paged,
            const reference::Kernel& dense);

  /// `tokens` more of each request, of two sorts as the bits of `number` say; nothing where there is no room.
  void attend(std::int64_t tokens, std::uint64_t number);
  void pick(const std::vector<std::int64_t>& requests);
  /// Nothing where there is no room.
  void fork(std::int64_t request, std::int64_t children);
  void crop(std::int64_t length);
  /// Equal prompts' blocks become one.
  void name_tokens() { paged_->name_tokens(tokens_); }
  /// One of all these.
  void step(std::uint64_t number);

  /// The largest difference of an output up to now, and of the rows.
  double difference() const { return difference_; }
  std::int64_t batch() const { return std::ssize(tokens_); }
  const reference::PagedLayer& paged() const { return *paged_; }
  const reference::CacheLayer& dense() const { return dense_.layer(0); }

 private:
  void follow(const std::vector<std::int64_t>& requests);
  reference::Tensor rows(std::int64_t tokens, std::int64_t heads, std::int64_t dim, std::uint32_t what) const;

  reference::Counter counter_;
  const reference::Kernel& paged_kernel_;
  const reference::Kernel& dense_kernel_;
  reference::Cache paging_;
  reference::Cache dense_;
  reference::PagedLayer* paged_ = nullptr;  // in paging_
  std::vector<std::vector<reference::TokenId>> tokens_;
  double difference_ = 0;
};

}  // namespace kvtally
