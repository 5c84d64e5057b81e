#pragma once

#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

#include "reference/tensor/tensor.hpp"

/// The affine quantiser of quantised caches (optimum-quanto: MaxOptimizer, quantize_affine, QBitsDequantizer). For
/// each group of numbers x and codes of b bits: scale = (max − min) ÷ (2^b − 1), shift = −min, code = (x + shift)
/// ÷ scale to nearest even, within [0, 2^b − 1], and the number that comes back is scale · code − shift. Where all
/// numbers of a group are equal, the scale and the codes are 0. Computed in T, double or float.
namespace kvtally::reference {

/// Which numbers of a tensor, in row-major order, make a group.
struct AffineGrouping {
  std::int64_t groups = 0;
  std::int64_t size = 0;  // numbers of a group
  /// 0: a group is `size` numbers in a row. Otherwise the last axis's length d: a group is `size` numbers that are
  /// d apart, and group number c·(groups ÷ d) + n takes number c of the last axis in the n-th run of size·d
  /// numbers.
  std::int64_t stride = 0;

  std::int64_t count() const { return groups * size; }
  /// Where the member of a group stands in the tensor.
  std::size_t index(std::int64_t group, std::int64_t member) const;
};

/// The grouping along axis 0 or −1, as quanto's group(). The error: another axis, or a size that does not divide
/// the numbers of one index of that axis.
std::expected<AffineGrouping, std::string> affine_grouping(const Shape& shape, int axis, std::int64_t size);

/// One scale and one shift a group.
template <class T>
struct AffineScales {
  std::vector<T> scale;
  std::vector<T> shift;
};

/// The scales of all groups. `bits` is 1 to 8 here and below.
template <class T>
AffineScales<T> affine_scales(std::span<const T> numbers, const AffineGrouping& grouping, unsigned bits);

/// The codes [groups, size] that these scales give, which may have been rounded since.
template <class T>
std::vector<std::uint8_t> affine_codes(std::span<const T> numbers, const AffineGrouping& grouping,
                                       const AffineScales<T>& scales, unsigned bits);

/// The numbers that codes [groups, size] stand for, in the tensor's order.
template <class T>
std::vector<T> affine_numbers(std::span<const std::uint8_t> codes, const AffineGrouping& grouping,
                              const AffineScales<T>& scales);

}  // namespace kvtally::reference
