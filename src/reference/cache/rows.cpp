#include "reference/cache/rows.hpp"

#include <algorithm>
#include <cassert>

namespace kvtally::reference {

Ledger::Ledger(Counter& counter, Kept kept, std::int64_t batch, std::int64_t heads,
               std::vector<std::int64_t> row_bytes)
    : counter_(&counter),
      kept_(kept),
      heads_(heads),
      row_bytes_(std::move(row_bytes)),
      needed_(static_cast<std::size_t>(batch * heads) * row_bytes_.size()) {}

void Ledger::loaded(std::int64_t, std::int64_t, std::int64_t slot) {
  counter_->loaded(row_bytes_[static_cast<std::size_t>(slot)]);
}

void Ledger::needed(std::int64_t batch, std::int64_t head, std::int64_t slot) {
  const auto index =
      static_cast<std::size_t>(batch * heads_ + head) * row_bytes_.size() + static_cast<std::size_t>(slot);
  if (!needed_[index]) {
    needed_[index] = true;
    counter_->needed(kept_, row_bytes_[static_cast<std::size_t>(slot)]);
  }
}

Rows::Rows(Tensor numbers, std::vector<std::int64_t> positions)
    : numbers_(std::move(numbers)), positions_(std::move(positions)) {
  assert(static_cast<std::size_t>(slots()) == positions_.size());
}

Rows::Rows(Tensor numbers, std::vector<std::int64_t> positions, std::shared_ptr<Ledger> ledger)
    : Rows(std::move(numbers), std::move(positions)) {
  ledgers_.push_back(std::move(ledger));
}

std::span<const Real> Rows::load(std::int64_t batch, std::int64_t head, std::int64_t slot) const {
  for (const auto& ledger : ledgers_) {
    ledger->loaded(batch, head, slot);
  }
  return numbers_.row(batch, head, slot);
}

void Rows::need(std::int64_t batch, std::int64_t head, std::int64_t slot) const {
  for (const auto& ledger : ledgers_) {
    ledger->needed(batch, head, slot);
  }
}

Rows Rows::in_pages(std::vector<std::int64_t> pages) const {
  assert(static_cast<std::size_t>(slots()) == pages.size());
  Rows out = *this;
  out.pages_ = std::move(pages);
  return out;
}

Rows Rows::beside(const Rows& other) const {
  assert(positions_ == other.positions_);
  Rows out = *this;
  out.numbers_ = joined(numbers_, other.numbers_, 3);
  out.ledgers_.insert(out.ledgers_.end(), other.ledgers_.begin(), other.ledgers_.end());
  return out;
}

Rows Rows::leading(std::int64_t dim) const {
  Rows out = *this;
  out.numbers_ = slice(numbers_, 3, 0, dim);
  out.ledgers_.resize(std::min<std::size_t>(ledgers_.size(), 1));
  return out;
}

bool Rows::part_of(const Rows& other) const {
  return !ledgers_.empty() && std::ranges::all_of(ledgers_, [&](const auto& ledger) {
    return std::ranges::find(other.ledgers_, ledger) != other.ledgers_.end();
  });
}

}  // namespace kvtally::reference
