#pragma once

#include "reference/cache/store.hpp"

namespace kvtally::reference {

/// The two kinds of rows that a layer keeps, keys and values, with the same slots: what most containers are made
/// of. Each call does to both what RowStore does to one.
class RowPair {
 public:
  RowPair(CodecPtr keys, CodecPtr values, Counter& counter, Kept kept = Kept::entries)
      : keys_(std::move(keys), counter, kept), values_(std::move(values), counter, kept) {}

  std::int64_t slots() const { return keys_.slots(); }
  /// Bytes of both buffers.
  Bytes bytes() const { return {keys_.bytes() + values_.bytes()}; }
  /// Bytes of so many slots in them, all requests and heads.
  Bytes bytes_of(std::int64_t slots) const;

  void allocate_like(const Tensor& keys, const Tensor& values, std::int64_t slots);
  void append(const Tensor& keys, const Tensor& values);
  void write(const Tensor& keys, const Tensor& values, std::int64_t slot);
  void keep(std::int64_t from, std::int64_t to);
  void keep_slots(std::span<const std::int64_t> slots);
  /// Copies each slot over the one before it (counted as copied); the last is to be written anew.
  void roll();
  void pick(std::span<const std::int64_t> requests);
  void clear();

  KeyValues rows(const std::vector<std::int64_t>& positions) const;
  const RowStore& keys() const { return keys_; }
  const RowStore& values() const { return values_; }

 private:
  RowStore keys_;
  RowStore values_;
};

}  // namespace kvtally::reference
