#include "reference/cache/store.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <iterator>

namespace kvtally::reference {

RowStore::RowStore(CodecPtr codec, Counter& counter, Kept kept)
    : codec_(std::move(codec)), counter_(&counter), kept_(kept) {}

std::span<std::byte> RowStore::bytes_of(std::int64_t batch, std::int64_t head, std::int64_t slot) {
  assert(batch < batch_ && head < heads_ && slot < slots_);
  return std::span(buffer_).subspan(
      static_cast<std::size_t>(((batch * heads_ + head) * slots_ + slot) * row_bytes_),
      static_cast<std::size_t>(row_bytes_));
}

std::span<const std::byte> RowStore::bytes_of(std::int64_t batch, std::int64_t head, std::int64_t slot) const {
  assert(batch < batch_ && head < heads_ && slot < slots_);
  return std::span(buffer_).subspan(
      static_cast<std::size_t>(((batch * heads_ + head) * slots_ + slot) * row_bytes_),
      static_cast<std::size_t>(row_bytes_));
}

void RowStore::allocate_like(const Tensor& rows, std::int64_t slots) {
  if (heads_ != 0) {
    return;
  }
  batch_ = rows.size(0);
  heads_ = rows.size(1);
  dim_ = rows.size(3);
  assert(codec_->holds(dim_));
  slots_ = slots;
  row_bytes_ = codec_->bytes(dim_);
  buffer_.resize(static_cast<std::size_t>(batch_ * heads_ * slots_ * row_bytes_));
}

void RowStore::append(const Tensor& rows) {
  allocate_like(rows, 0);
  assert(rows.size(0) == batch_ && rows.size(1) == heads_ && rows.size(3) == dim_);
  const std::int64_t before = slots_;
  counter_->copied(bytes());
  keep(0, before + rows.size(2));
  write(rows, before);
}

void RowStore::write(const Tensor& rows, std::int64_t slot) {
  for (std::int64_t b = 0; b < batch_; ++b) {
    for (std::int64_t h = 0; h < heads_; ++h) {
      for (std::int64_t t = 0; t < rows.size(2); ++t) {
        write_row(b, h, slot + t, rows.row(b, h, t));
      }
    }
  }
}

void RowStore::write_row(std::int64_t batch, std::int64_t head, std::int64_t slot, std::span<const Real> row) {
  if (row_bytes_ == 0) {
    return;  // a row of no numbers, such as a latent's missing rotary key
  }
  codec_->pack(row, bytes_of(batch, head, slot));
  counter_->wrote(kept_, row_bytes_);
}

// Slots behind the last one become empty ones.
void RowStore::keep(std::int64_t from, std::int64_t to) {
  std::vector<std::byte> kept(static_cast<std::size_t>(batch_ * heads_ * (to - from) * row_bytes_));
  const auto width = static_cast<std::size_t>((to - from) * row_bytes_);
  for (std::int64_t run = 0; run < batch_ * heads_; ++run) {
    const std::int64_t there = std::min(to, slots_) - from;
    if (there > 0 && row_bytes_ > 0) {
      std::memcpy(kept.data() + static_cast<std::size_t>(run) * width,
                  buffer_.data() + (run * slots_ + from) * row_bytes_,
                  static_cast<std::size_t>(there * row_bytes_));
    }
  }
  buffer_ = std::move(kept);
  slots_ = to - from;
}

void RowStore::keep_slots(std::span<const std::int64_t> slots) {
  std::vector<std::byte> kept;
  kept.reserve(static_cast<std::size_t>(batch_ * heads_ * row_bytes_) * slots.size());
  for (std::int64_t b = 0; b < batch_; ++b) {
    for (std::int64_t h = 0; h < heads_; ++h) {
      for (const std::int64_t slot : slots) {
        std::ranges::copy(bytes_of(b, h, slot), std::back_inserter(kept));
      }
    }
  }
  buffer_ = std::move(kept);
  slots_ = static_cast<std::int64_t>(slots.size());
}

void RowStore::copy_slot(std::int64_t batch, std::int64_t from, std::int64_t to) {
  for (std::int64_t h = 0; h < heads_; ++h) {
    std::ranges::copy(bytes_of(batch, h, from), bytes_of(batch, h, to).begin());
    counter_->copied(row_bytes_);
  }
}

void RowStore::pick(std::span<const std::int64_t> requests) {
  const auto width = heads_ * slots_ * row_bytes_;
  std::vector<std::byte> picked;
  picked.reserve(requests.size() * static_cast<std::size_t>(width));
  for (const std::int64_t request : requests) {
    assert(request >= 0 && request < batch_);
    picked.insert(picked.end(), buffer_.begin() + request * width, buffer_.begin() + (request + 1) * width);
  }
  buffer_ = std::move(picked);
  batch_ = static_cast<std::int64_t>(requests.size());
}

void RowStore::clear() { std::ranges::fill(buffer_, std::byte{0}); }

Tensor RowStore::unpacked() const {
  Tensor out({batch_, heads_, slots_, dim_});
  if (row_bytes_ == 0) {
    return out;
  }
  for (std::int64_t b = 0; b < batch_; ++b) {
    for (std::int64_t h = 0; h < heads_; ++h) {
      for (std::int64_t s = 0; s < slots_; ++s) {
        codec_->unpack(bytes_of(b, h, s), out.row(b, h, s));
      }
    }
  }
  return out;
}

Rows RowStore::rows(std::vector<std::int64_t> positions) const {
  std::vector<std::int64_t> bytes(static_cast<std::size_t>(slots_), row_bytes_);
  return {unpacked(), std::move(positions),
          std::make_shared<Ledger>(*counter_, kept_, batch_, heads_, std::move(bytes))};
}

Rows RowStore::gathered(std::vector<std::vector<std::int64_t>> places, std::vector<std::int64_t> positions) const {
  assert(batch_ == 1);
  const auto slots = static_cast<std::int64_t>(positions.size());
  Tensor out({static_cast<std::int64_t>(places.size()), heads_, slots, dim_});
  for (std::int64_t b = 0; b < out.size(0); ++b) {
    for (std::int64_t h = 0; h < heads_; ++h) {
      for (std::int64_t s = 0; s < slots; ++s) {
        const std::int64_t place = places[static_cast<std::size_t>(b)][static_cast<std::size_t>(s)];
        codec_->unpack(bytes_of(0, h, place), out.row(b, h, s));
      }
    }
  }
  std::vector<std::int64_t> bytes(static_cast<std::size_t>(slots_), row_bytes_);
  return {std::move(out), std::move(positions),
          std::make_shared<Ledger>(*counter_, kept_, heads_, std::move(bytes), std::move(places))};
}

}  // namespace kvtally::reference
