#include "reference/cache/row_pair.hpp"

#include <cassert>

namespace kvtally::reference {

namespace {

void roll_one(RowStore& store) {
  for (std::int64_t b = 0; b < store.batch(); ++b) {
    for (std::int64_t slot = 1; slot < store.slots(); ++slot) {
      store.copy_slot(b, slot, slot - 1);
    }
  }
}

}  // namespace

Bytes RowPair::bytes_of(std::int64_t slots) const {
  const auto of = [slots](const RowStore& store) {
    return store.batch() * store.heads() * slots * store.row_bytes();
  };
  return {of(keys_) + of(values_)};
}

void RowPair::allocate_like(const Tensor& keys, const Tensor& values, std::int64_t slots) {
  keys_.allocate_like(keys, slots);
  values_.allocate_like(values, slots);
}

void RowPair::append(const Tensor& keys, const Tensor& values) {
  assert(keys.size(2) == values.size(2));
  keys_.append(keys);
  values_.append(values);
}

void RowPair::write(const Tensor& keys, const Tensor& values, std::int64_t slot) {
  assert(keys.size(2) == values.size(2));
  keys_.write(keys, slot);
  values_.write(values, slot);
}

void RowPair::keep(std::int64_t from, std::int64_t to) {
  keys_.keep(from, to);
  values_.keep(from, to);
}

void RowPair::keep_slots(std::span<const std::int64_t> slots) {
  keys_.keep_slots(slots);
  values_.keep_slots(slots);
}

void RowPair::roll() {
  roll_one(keys_);
  roll_one(values_);
}

// Before the first tokens there are no requests to pick from.
void RowPair::pick(std::span<const std::int64_t> requests) {
  if (keys_.batch() > 0) {
    keys_.pick(requests);
    values_.pick(requests);
  }
}

void RowPair::clear() {
  keys_.clear();
  values_.clear();
}

KeyValues RowPair::rows(const std::vector<std::int64_t>& positions) const {
  return {keys_.rows(positions), values_.rows(positions)};
}

}  // namespace kvtally::reference
