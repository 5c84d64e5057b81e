#pragma once

#include "reference/cache/rows.hpp"
#include "reference/storage/codec.hpp"

namespace kvtally::reference {

/// Packed rows [batch, heads, slots] of one width in one buffer: what a container's bytes are made of. The width
/// and the heads are those of the first rows that it is given.
class RowStore {
 public:
  RowStore(CodecPtr codec, Counter& counter, Kept kept = Kept::entries);

  std::int64_t batch() const { return batch_; }
  std::int64_t heads() const { return heads_; }
  std::int64_t slots() const { return slots_; }
  std::int64_t dim() const { return dim_; }
  /// Bytes of the buffer.
  std::int64_t bytes() const { return static_cast<std::int64_t>(buffer_.size()); }
  std::int64_t row_bytes() const { return row_bytes_; }

  /// A buffer of `slots` empty slots for rows like these [batch, heads, *, dim], when there is none yet.
  void allocate_like(const Tensor& rows, std::int64_t slots);
  /// Grows by rows [batch, heads, tokens, dim]: a new buffer, into which the old one is copied (counted as such).
  void append(const Tensor& rows);
  /// Writes rows [batch, heads, tokens, dim] into the slots from `slot` on.
  void write(const Tensor& rows, std::int64_t slot);
  /// One row [batch, head, slot].
  void write_row(std::int64_t batch, std::int64_t head, std::int64_t slot, std::span<const Real> row);
  /// Keeps the slots [from, to) alone.
  void keep(std::int64_t from, std::int64_t to);
  /// Keeps the given slots alone, in that order.
  void keep_slots(std::span<const std::int64_t> slots);
  /// Copies a slot over another (counted as copied).
  void copy_slot(std::int64_t batch, std::int64_t from, std::int64_t to);
  /// Keeps the given requests of the batch, in that order; one may be named twice.
  void pick(std::span<const std::int64_t> requests);
  /// Zeroes; the buffer stays.
  void clear();

  /// The numbers of all slots.
  Tensor unpacked() const;
  /// The same with their positions, read through a ledger of their own.
  Rows rows(std::vector<std::int64_t> positions) const;
  /// Of a store with a batch of 1: the rows of several requests, slot s of request b from `places[b][s]`.
  Rows gathered(std::vector<std::vector<std::int64_t>> places, std::vector<std::int64_t> positions) const;
  std::span<const std::byte> buffer() const { return buffer_; }

 private:
  std::span<std::byte> bytes_of(std::int64_t batch, std::int64_t head, std::int64_t slot);
  std::span<const std::byte> bytes_of(std::int64_t batch, std::int64_t head, std::int64_t slot) const;

  CodecPtr codec_;
  Counter* counter_;
  Kept kept_;
  std::int64_t batch_ = 0;
  std::int64_t heads_ = 0;
  std::int64_t slots_ = 0;
  std::int64_t dim_ = 0;
  std::int64_t row_bytes_ = 0;
  std::vector<std::byte> buffer_;
};

}  // namespace kvtally::reference
