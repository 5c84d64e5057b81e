#include "verify/proofs/page_walk.hpp"

#include <map>
#include <set>

namespace kvtally {

using reference::BlockId;
using reference::TokenId;

void PageWalk::step(std::uint64_t number) {
  const std::uint64_t choice = number / 8;
  const std::size_t request = requests_.empty() ? 0 : choice % requests_.size();
  if (requests_.empty() || number % 8 < 2) {
    begin(choice);
  } else if (number % 8 == 2) {
    end(request);
  } else if (number % 8 == 3) {
    fork(request, 1 + static_cast<std::int64_t>(choice / 16 % 3));
  } else {
    grow(requests_[request], choice / 16);
  }
}

void PageWalk::name_full(Request& request) {
  const std::int64_t full = std::ssize(request.tokens) / manager_.block_size();
  manager_.complete(full - manager_.complete_blocks(request.table), request.table, request.tokens);
}

void PageWalk::begin(std::uint64_t number) {
  Request request;
  const auto tokens = 1 + number % static_cast<std::uint64_t>(4 * manager_.block_size());
  for (std::uint64_t token = 0; token < tokens; ++token) {
    request.tokens.push_back(static_cast<TokenId>(number >> (8 + token % 4) & 1));
  }
  request.table = manager_.match_prefix(request.tokens, {});
  const auto size = manager_.block_size();
  const std::int64_t missing = (std::ssize(request.tokens) + size - 1) / size - std::ssize(request.table);
  const auto parent = request.table.empty() ? std::nullopt : std::optional(request.table.back());
  const auto more = manager_.allocate(missing, parent, {});
  if (!more) {
    manager_.release(request.table);
    return;
  }
  request.table.insert(request.table.end(), more->begin(), more->end());
  name_full(request);
  requests_.push_back(std::move(request));
}

void PageWalk::grow(Request& request, std::uint64_t number) {
  const auto block = static_cast<std::size_t>(std::ssize(request.tokens) / manager_.block_size());
  if (block == request.table.size()) {
    const auto more = manager_.allocate(1, request.table.back(), {});
    if (!more) {
      return;
    }
    request.table.push_back(more->front());
  }
  written_shared_ += manager_.writable(request.table[block]) ? 0 : 1;
  request.tokens.push_back(static_cast<TokenId>(number % 2));
  name_full(request);
}

void PageWalk::fork(std::size_t parent, std::int64_t children) {
  const Request& from = requests_[parent];
  const auto fork = manager_.fork(from.table, manager_.complete_blocks(from.table), children, {});
  if (!fork) {
    return;
  }
  const std::vector<TokenId> tokens = from.tokens;
  for (const auto& table : fork->tables) {
    requests_.push_back({table, tokens});
  }
}

void PageWalk::end(std::size_t request) {
  manager_.release(requests_[request].table);
  requests_.erase(requests_.begin() + static_cast<std::ptrdiff_t>(request));
}

void PageWalk::end_all() {
  while (!requests_.empty()) {
    end(requests_.size() - 1);
  }
}

std::int64_t PageWalk::faults() const {
  std::int64_t faults = written_shared_;
  const auto expect = [&](bool so) { faults += so ? 0 : 1; };
  std::map<BlockId, std::int64_t> entries;
  for (const Request& request : requests_) {
    for (const BlockId id : request.table) {
      ++entries[id];
    }
  }
  std::set<BlockId> all(manager_.blank().begin(), manager_.blank().end());
  all.insert(manager_.remembered().begin(), manager_.remembered().end());
  expect(std::ssize(all) == manager_.free_blocks());
  for (const auto& [id, count] : entries) {
    expect(all.insert(id).second);
  }
  expect(std::ssize(all) == blocks_);
  expect(std::ssize(entries) == manager_.blocks_in_use());
  std::size_t complete = 0;
  for (const auto& [id, block] : manager_.known()) {
    const auto count = entries.find(id);
    expect(block.references == (count == entries.end() ? 0 : count->second));
    expect(block.references > 0 || block.hash);
    complete += block.hash ? 1U : 0U;
    expect(!block.hash || manager_.by_hash().at(*block.hash) == id);
  }
  expect(complete == manager_.by_hash().size());
  return faults;
}

}  // namespace kvtally
