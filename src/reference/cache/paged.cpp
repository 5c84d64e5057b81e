#include "reference/cache/paged.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <set>

namespace kvtally::reference {

namespace {

std::int64_t blocks_for(std::int64_t tokens, std::int64_t block_size) {
  return (tokens + block_size - 1) / block_size;
}

}  // namespace

PagedLayer::PagedLayer(Pool pool, CodecPtr keys, CodecPtr values, Counter& counter, std::uint32_t group)
    : pool_(pool),
      group_{.id = group, .shareable = true},
      manager_(pool.blocks, pool.block_size),
      keys_(std::move(keys), counter),
      values_(std::move(values), counter) {}

// The slot of the stores at which a token lies: the write index, and the read index.
std::int64_t PagedLayer::place(const std::vector<BlockId>& table, std::int64_t position) const {
  const BlockId block = table[static_cast<std::size_t>(position / pool_.block_size)];
  return block * pool_.block_size + position % pool_.block_size;
}

std::string PagedLayer::no_room(std::int64_t needed) const {
  return fmt::format("{} blocks are needed, {} of the pool's {} are free", needed, manager_.free_blocks(),
                     pool_.blocks);
}

// Of the requests that have the same open block the last to write needs no copy; of a complete one each does.
std::int64_t PagedLayer::copies_to_make() const {
  if (!open()) {
    return 0;
  }
  std::set<BlockId> kept;
  for (const auto& table : tables_) {
    const BlockId block = table[static_cast<std::size_t>(length_ / pool_.block_size)];
    if (!manager_.block(block).hash) {
      kept.insert(block);
    }
  }
  return static_cast<std::int64_t>(tables_.size() - kept.size());
}

void PagedLayer::own_open_blocks() {
  if (!open()) {
    return;
  }
  for (auto& table : tables_) {
    BlockId& block = table[static_cast<std::size_t>(length_ / pool_.block_size)];
    if (manager_.writable(block)) {
      continue;
    }
    const BlockId own = manager_.allocate(1, manager_.block(block).parent, group_)->front();
    copy_block(block, own);
    manager_.release({&block, 1});
    block = own;
  }
}

// The whole block, as engines do, what is empty in it too.
void PagedLayer::copy_block(BlockId from, BlockId to) {
  for (std::int64_t slot = 0; slot < pool_.block_size; ++slot) {
    keys_.copy_slot(0, from * pool_.block_size + slot, to * pool_.block_size + slot);
    values_.copy_slot(0, from * pool_.block_size + slot, to * pool_.block_size + slot);
  }
}

std::expected<void, std::string> PagedLayer::reserve(std::int64_t tokens, std::int64_t requests) {
  const bool first = tables_.empty();
  if (first) {
    tables_.resize(static_cast<std::size_t>(requests));
  }
  const std::int64_t each = blocks_for(length_ + tokens, pool_.block_size);
  std::int64_t needed = tokens > 0 ? copies_to_make() : 0;
  for (const auto& table : tables_) {
    needed += std::max<std::int64_t>(each - std::ssize(table), 0);
  }
  if (needed > manager_.free_blocks()) {
    if (first) {
      tables_.clear();
    }
    return std::unexpected(no_room(needed));
  }
  if (tokens > 0) {
    own_open_blocks();
  }
  for (auto& table : tables_) {
    const auto parent = table.empty() ? std::nullopt : std::optional(table.back());
    const auto more = *manager_.allocate(std::max<std::int64_t>(each - std::ssize(table), 0), parent, group_);
    table.insert(table.end(), more.begin(), more.end());
  }
  return {};
}

KeyValues PagedLayer::update(const Tensor& keys, const Tensor& values) {
  const std::int64_t slots = pool_.blocks * pool_.block_size;
  keys_.allocate_like(Tensor({1, keys.size(1), 0, keys.size(3)}), slots);
  values_.allocate_like(Tensor({1, values.size(1), 0, values.size(3)}), slots);
  [[maybe_unused]] const auto room = reserve(keys.size(2), keys.size(0));
  assert(room && static_cast<std::int64_t>(tables_.size()) == keys.size(0));
  const auto write = [&](RowStore& store, const Tensor& rows) {
    for (std::int64_t b = 0; b < rows.size(0); ++b) {
      for (std::int64_t h = 0; h < rows.size(1); ++h) {
        for (std::int64_t t = 0; t < rows.size(2); ++t) {
          store.write_row(0, h, place(tables_[static_cast<std::size_t>(b)], length_ + t), rows.row(b, h, t));
        }
      }
    }
  };
  write(keys_, keys);
  write(values_, values);
  length_ += keys.size(2);
  return current();
}

KeyValues PagedLayer::current() const {
  std::vector<std::vector<std::int64_t>> places;
  std::vector<std::int64_t> pages;
  for (const auto& table : tables_) {
    auto& row = places.emplace_back();
    for (std::int64_t position = 0; position < length_; ++position) {
      row.push_back(place(table, position));
      pages.push_back(row.back() / pool_.block_size);
    }
  }
  const auto positions = positions_from(0, length_);
  return {keys_.gathered(places, positions).in_pages(pages), values_.gathered(places, positions).in_pages(pages)};
}

Footprint PagedLayer::footprint() const {
  const std::int64_t block =
      pool_.block_size * (keys_.heads() * keys_.row_bytes() + values_.heads() * values_.row_bytes());
  const Bytes bytes = Bytes{block} * manager_.blocks_in_use();
  return {bytes, bytes};
}

void PagedLayer::reset() {
  manager_ = BlockManager(pool_.blocks, pool_.block_size);
  tables_.clear();
  length_ = 0;
  keys_.clear();
  values_.clear();
}

// Blocks without a token, reserved or left over, go back.
void PagedLayer::trim() {
  const std::int64_t blocks = blocks_for(length_, pool_.block_size);
  for (auto& table : tables_) {
    manager_.release(
        std::span(table).subspan(static_cast<std::size_t>(std::min<std::int64_t>(blocks, std::ssize(table)))));
    table.resize(static_cast<std::size_t>(std::min<std::int64_t>(blocks, std::ssize(table))));
  }
}

void PagedLayer::pick(std::span<const std::int64_t> requests) {
  trim();
  std::vector<std::vector<BlockId>> picked;
  for (const std::int64_t request : requests) {
    picked.push_back(tables_.at(static_cast<std::size_t>(request)));
    manager_.reference(picked.back());
  }
  for (const auto& table : tables_) {
    manager_.release(table);
  }
  tables_ = std::move(picked);
}

std::expected<void, std::string> PagedLayer::fork(std::int64_t request, std::int64_t children) {
  trim();
  const std::vector<BlockId>& parent = tables_.at(static_cast<std::size_t>(request));
  const std::int64_t full = length_ / pool_.block_size;
  auto fork = manager_.fork(parent, full, children, group_);
  if (!fork) {
    return std::unexpected(no_room((std::ssize(parent) - full) * children));
  }
  for (const auto& [from, to] : fork->copies) {
    copy_block(from, to);
  }
  tables_.insert(tables_.end(), fork->tables.begin(), fork->tables.end());
  return {};
}

void PagedLayer::name_tokens(std::span<const std::vector<TokenId>> tokens) {
  assert(tokens.size() == tables_.size());
  const std::int64_t full = length_ / pool_.block_size;
  for (std::size_t request = 0; request < tables_.size(); ++request) {
    assert(std::ssize(tokens[request]) >= full * pool_.block_size);
    auto& table = tables_[request];
    // A crop may have left a complete block that is no full one of this request any more: none is to be named
    // then.
    const std::int64_t unnamed = std::max<std::int64_t>(full - manager_.complete_blocks(table), 0);
    manager_.complete(unnamed, table, tokens[request]);
  }
}

std::expected<void, std::string> PagedLayer::crop(std::int64_t length) {
  if (auto can = can_crop(length); !can) {
    return can;
  }
  length_ = length;
  trim();
  return {};
}

}  // namespace kvtally::reference
