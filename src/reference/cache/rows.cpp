#include "reference/cache/rows.hpp"

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
  sources_.push_back({std::move(ledger), {}});
}

std::span<const Real> Rows::load(std::int64_t batch, std::int64_t head, std::int64_t slot) const {
  for (const Source& source : sources_) {
    source.ledger->loaded(batch, source.head(head), slot);
  }
  return numbers_.row(batch, head, slot);
}

void Rows::need(std::int64_t batch, std::int64_t head, std::int64_t slot) const {
  for (const Source& source : sources_) {
    source.ledger->needed(batch, source.head(head), slot);
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
  out.sources_.insert(out.sources_.end(), other.sources_.begin(), other.sources_.end());
  return out;
}

Rows Rows::leading(std::int64_t dim) const {
  Rows out = *this;
  out.numbers_ = slice(numbers_, 3, 0, dim);
  out.sources_.resize(std::min<std::size_t>(sources_.size(), 1));
  return out;
}

Rows Rows::heads_as(const std::vector<std::int64_t>& heads) const {
  Rows out = *this;
  out.numbers_ = picked(numbers_, 1, heads);
  for (Source& source : out.sources_) {
    std::vector<std::int64_t> there;
    for (const std::int64_t head : heads) {
      there.push_back(source.head(head));
    }
    source.heads = std::move(there);
  }
  return out;
}

}  // namespace kvtally::reference
