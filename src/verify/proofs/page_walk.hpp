#pragma once

#include <vector>

#include "reference/cache/block_manager.hpp"

namespace kvtally {

/// Requests that come, grow, fork and go, and a block manager that serves them; what each has is known apart from
/// the manager, and held against its state. Each step is chosen by a number, so that a property test can shrink
/// it.
class PageWalk {
 public:
  PageWalk(std::int64_t blocks, std::int64_t block_size) : blocks_(blocks), manager_(blocks, block_size) {}

  /// A new request (which takes up a prefix that is known), a token more, a fork or an end. Prompts are short and
  /// of two tokens, so that many are equal. Without room nothing happens.
  void step(std::uint64_t number);
  void end_all();

  /// How many of these do not hold: each block's references are the page tables' entries that name it; each block
  /// is either blank, remembered or in use; complete blocks are known by their hash; no token has been written
  /// into a block of two requests.
  std::int64_t faults() const;
  std::int64_t requests() const { return std::ssize(requests_); }
  const reference::BlockManager& manager() const { return manager_; }

 private:
  struct Request {
    std::vector<reference::BlockId> table;
    std::vector<reference::TokenId> tokens;
  };

  void begin(std::uint64_t number);
  void grow(Request& request, std::uint64_t number);
  void fork(std::size_t parent, std::int64_t children);
  void end(std::size_t request);
  void name_full(Request& request);

  std::int64_t blocks_;
  reference::BlockManager manager_;
  std::vector<Request> requests_;
  std::int64_t written_shared_ = 0;
};

}  // namespace kvtally
