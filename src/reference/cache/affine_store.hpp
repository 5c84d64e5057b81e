#pragma once

#include <expected>
#include <string>

#include "reference/counter.hpp"
#include "reference/storage/affine.hpp"
#include "reference/storage/codec.hpp"

namespace kvtally::reference {

/// Numbers [batch, heads, tokens, dim] that were quantised together (storage/affine.hpp, groups along axis 0): one
/// buffer of packed codes, one of scales, one of shifts.
class AffineStore {
 public:
  /// Codes of `bits` bits in groups of `group` numbers; scales and shifts are stored by `scales`.
  AffineStore(unsigned bits, std::int64_t group, CodecPtr scales, Counter& counter, Kept kept = Kept::entries);

  std::int64_t tokens() const { return shape_.empty() ? 0 : shape_[2]; }
  /// Bytes of the three buffers.
  std::int64_t bytes() const;

  /// Quantises these numbers and forgets what was there. The group divides the numbers of one request.
  void replace(const Tensor& numbers);
  /// The numbers that the codes stand for.
  Tensor dequantised() const;
  /// Keeps the given requests of the batch, in that order.
  void pick(std::span<const std::int64_t> requests);
  /// Whether crop() can keep so many tokens: the error says why a group would have to be cut.
  std::expected<void, std::string> can_crop(std::int64_t tokens) const;
  /// Forgets the tokens from `tokens` on; those before keep their codes.
  void crop(std::int64_t tokens);

 private:
  struct Parts {
    std::vector<std::uint8_t> codes;
    AffineScales<Real> scales;
  };
  Parts read() const;
  void store(Shape shape, const Parts& parts);
  AffineGrouping grouping() const;

  unsigned bits_;
  std::int64_t group_;
  CodecPtr scale_codec_;
  Counter* counter_;
  Kept kept_;
  Shape shape_;
  std::vector<std::byte> codes_;
  std::vector<std::byte> scales_;
  std::vector<std::byte> shifts_;
};

}  // namespace kvtally::reference
