#include "reference/cache/affine_store.hpp"

#include <cassert>
#include <fmt/format.h>

#include "reference/storage/bits.hpp"

namespace kvtally::reference {

namespace {

template <class T>
void append(std::vector<T>& out, const std::vector<T>& in, std::int64_t from, std::int64_t to) {
  out.insert(out.end(), in.begin() + from, in.begin() + to);
}

}  // namespace

AffineStore::AffineStore(unsigned bits, std::int64_t group, CodecPtr scales, Counter& counter, Kept kept)
    : bits_(bits), group_(group), scale_codec_(std::move(scales)), counter_(&counter), kept_(kept) {
  assert(bits >= 1 && bits <= 8 && group >= 1);
}

std::int64_t AffineStore::bytes() const {
  return static_cast<std::int64_t>(codes_.size() + scales_.size() + shifts_.size());
}

AffineGrouping AffineStore::grouping() const { return {count_of(shape_) / group_, group_, 0}; }

void AffineStore::replace(const Tensor& numbers) {
  const auto grouping = affine_grouping(numbers.shape(), 0, group_);
  assert(grouping);
  AffineScales<Real> scales = affine_scales(numbers.values(), *grouping, bits_);
  // The codes are made with the scales as they will be read.
  for (std::vector<Real>* part : {&scales.scale, &scales.shift}) {
    std::vector<std::byte> bytes(static_cast<std::size_t>(scale_codec_->bytes(grouping->groups)));
    scale_codec_->pack(*part, bytes);
    scale_codec_->unpack(bytes, *part);
  }
  store(numbers.shape(), {affine_codes(numbers.values(), *grouping, scales, bits_), scales});
  counter_->wrote(kept_, bytes());
}

Tensor AffineStore::dequantised() const {
  const Parts parts = read();
  counter_->needed(kept_, bytes());
  counter_->loaded(bytes());
  return {shape_, affine_numbers(std::span<const std::uint8_t>(parts.codes), grouping(), parts.scales)};
}

void AffineStore::pick(std::span<const std::int64_t> requests) {
  if (shape_.empty()) {
    return;
  }
  const Parts all = read();
  const std::int64_t numbers = count_of(shape_) / shape_[0];
  const std::int64_t groups = numbers / group_;
  Parts kept;
  for (const std::int64_t request : requests) {
    assert(request >= 0 && request < shape_[0]);
    append(kept.codes, all.codes, request * numbers, (request + 1) * numbers);
    append(kept.scales.scale, all.scales.scale, request * groups, (request + 1) * groups);
    append(kept.scales.shift, all.scales.shift, request * groups, (request + 1) * groups);
  }
  store({static_cast<std::int64_t>(requests.size()), shape_[1], shape_[2], shape_[3]}, kept);
}

std::expected<void, std::string> AffineStore::can_crop(std::int64_t tokens) const {
  const auto whole = [&](std::int64_t count) { return count * shape_[3] % group_ == 0; };
  if (tokens == 0 || tokens == this->tokens() || (whole(tokens) && whole(this->tokens()))) {
    return {};
  }
  return std::unexpected(
      fmt::format("{} tokens of {} numbers are quantised in groups of {}, and one would have to be cut to keep {}",
                  this->tokens(), shape_[3], group_, tokens));
}

void AffineStore::crop(std::int64_t tokens) {
  assert(tokens <= this->tokens() && can_crop(tokens));
  if (tokens == this->tokens()) {
    return;
  }
  const Parts all = read();
  const std::int64_t numbers = shape_[2] * shape_[3];  // of a head
  const std::int64_t staying = tokens * shape_[3];
  Parts kept;
  for (std::int64_t at = 0; at < count_of(shape_); at += numbers) {
    append(kept.codes, all.codes, at, at + staying);
    append(kept.scales.scale, all.scales.scale, at / group_, (at + staying) / group_);
    append(kept.scales.shift, all.scales.shift, at / group_, (at + staying) / group_);
  }
  store({shape_[0], shape_[1], tokens, shape_[3]}, kept);
}

AffineStore::Parts AffineStore::read() const {
  const AffineGrouping groups = grouping();
  Parts parts;
  for (std::size_t i = 0; i < static_cast<std::size_t>(groups.count()); ++i) {
    parts.codes.push_back(static_cast<std::uint8_t>(get_code(codes_, i, bits_)));
  }
  parts.scales.scale.resize(static_cast<std::size_t>(groups.groups));
  parts.scales.shift.resize(static_cast<std::size_t>(groups.groups));
  scale_codec_->unpack(scales_, parts.scales.scale);
  scale_codec_->unpack(shifts_, parts.scales.shift);
  return parts;
}

void AffineStore::store(Shape shape, const Parts& parts) {
  shape_ = std::move(shape);
  codes_.assign((parts.codes.size() * bits_ + 7) / 8, std::byte{0});
  for (std::size_t i = 0; i < parts.codes.size(); ++i) {
    put_code(codes_, i, bits_, parts.codes[i]);
  }
  const auto bytes = scale_codec_->bytes(static_cast<std::int64_t>(parts.scales.scale.size()));
  scales_.assign(static_cast<std::size_t>(bytes), std::byte{0});
  shifts_ = scales_;
  scale_codec_->pack(parts.scales.scale, scales_);
  scale_codec_->pack(parts.scales.shift, shifts_);
}

}  // namespace kvtally::reference
