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

Ledger::Ledger(Counter& counter, Kept kept, std::int64_t heads, std::vector<std::int64_t> row_bytes,
               std::vector<std::vector<std::int64_t>> places)
    : Ledger(counter, kept, 1, heads, std::move(row_bytes)) {
  places_ = std::move(places);
}

std::size_t Ledger::row_of(std::int64_t batch, std::int64_t head, std::int64_t slot) const {
  const auto index = [](std::int64_t number) { return static_cast<std::size_t>(number); };
  return places_.empty() ? index(batch * heads_ + head) * row_bytes_.size() + index(slot)
                         : index(head) * row_bytes_.size() + index(places_[index(batch)][index(slot)]);
}

void Ledger::loaded(std::int64_t batch, std::int64_t head, std::int64_t slot) {
  counter_->loaded(bytes_of(row_of(batch, head, slot)));
}

void Ledger::needed(std::int64_t batch, std::int64_t head, std::int64_t slot) {
  const std::size_t row = row_of(batch, head, slot);
  if (!needed_[row]) {
    needed_[row] = true;
    counter_->needed(kept_, bytes_of(row));
  }
}

Rows::Rows(Tensor numbers, std::vector<std::int64_t> positions)
    : numbers_(std::move(numbers)), positions_(std::move(positions)) {
  assert(static_cast<std::size_t>(slots()) == positions_.size());
}

Rows::Rows(Tensor numbers, std::vector<std::int64_t> positions, std::shared_ptr<Ledger> ledger)
    : Rows(std::move(numbers), std::move(positions)) {
  sources_.push_back({.ledger = std::move(ledger)});
}

std::span<const Real> Rows::load(std::int64_t batch, std::int64_t head, std::int64_t slot) const {
  for (const Source& source : sources_) {
    if (source.has(slot)) {
      source.ledger->loaded(batch, source.head(head), slot - source.begin);
    }
  }
  return numbers_.row(batch, head, slot);
}

void Rows::need(std::int64_t batch, std::int64_t head, std::int64_t slot) const {
  for (const Source& source : sources_) {
    if (source.has(slot)) {
      source.ledger->needed(batch, source.head(head), slot - source.begin);
    }
  }
}

Rows Rows::in_pages(std::vector<std::int64_t> pages) const {
  assert(pages.size() == static_cast<std::size_t>(slots()) ||
         pages.size() == static_cast<std::size_t>(batch() * slots()));
  Rows out = *this;
  out.pages_ = std::move(pages);
  return out;
}

std::int64_t Rows::page(std::int64_t batch, std::int64_t slot) const {
  return pages_[static_cast<std::size_t>(batch * slots() + slot) % pages_.size()];
}

Rows Rows::beside(const Rows& other) const {
  assert(positions_ == other.positions_);
  Rows out = *this;
  out.numbers_ = joined(numbers_, other.numbers_, 3);
  out.sources_.insert(out.sources_.end(), other.sources_.begin(), other.sources_.end());
  return out;
}

Rows Rows::followed_by(const Rows& other) const {
  assert(pages_.empty() && other.pages_.empty());
  Rows out = *this;
  out.numbers_ = joined(numbers_, other.numbers_, 2);
  out.positions_.insert(out.positions_.end(), other.positions_.begin(), other.positions_.end());
  for (Source& source : out.sources_) {
    source.end = std::min(source.end, slots());
  }
  for (Source source : other.sources_) {
    source.begin += slots();
    source.end = std::min(source.end, other.slots()) + slots();
    out.sources_.push_back(std::move(source));
  }
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

bool Rows::part_of(const Rows& other) const {
  return !sources_.empty() && std::ranges::all_of(sources_, [&](const Source& source) {
    return std::ranges::find(other.sources_, source) != other.sources_.end();
  });
}

}  // namespace kvtally::reference
