#include "reference/storage/affine.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <fmt/format.h>

namespace kvtally::reference {

std::size_t AffineGrouping::index(std::int64_t group, std::int64_t member) const {
  if (stride == 0) {
    return static_cast<std::size_t>(group * size + member);
  }
  const std::int64_t runs = groups / stride;
  return static_cast<std::size_t>(((group % runs) * size + member) * stride + group / runs);
}

std::expected<AffineGrouping, std::string> affine_grouping(const Shape& shape, int axis, std::int64_t size) {
  if (axis != 0 && axis != -1) {
    return std::unexpected(fmt::format("groups run along axis 0 or -1, not {}", axis));
  }
  const std::int64_t kept = axis == 0 ? shape.front() : shape.back();
  const std::int64_t count = count_of(shape);
  const std::int64_t share = kept == 0 ? 0 : count / kept;
  if (size < 1 || size > share || share % size != 0) {
    return std::unexpected(fmt::format("groups of {} do not divide {} numbers", size, share));
  }
  return AffineGrouping{count / size, size, axis == 0 ? 0 : kept};
}

template <class T>
AffineScales<T> affine_scales(std::span<const T> numbers, const AffineGrouping& grouping, unsigned bits) {
  assert(static_cast<std::int64_t>(numbers.size()) == grouping.count() && bits >= 1 && bits <= 8);
  const auto steps = static_cast<T>((1U << bits) - 1U);
  AffineScales<T> scales;
  for (std::int64_t group = 0; group < grouping.groups; ++group) {
    T least = numbers[grouping.index(group, 0)];
    T largest = least;
    for (std::int64_t member = 1; member < grouping.size; ++member) {
      least = std::min(least, numbers[grouping.index(group, member)]);
      largest = std::max(largest, numbers[grouping.index(group, member)]);
    }
    scales.scale.push_back((largest - least) / steps);
    scales.shift.push_back(-least);
  }
  return scales;
}

template <class T>
std::vector<std::uint8_t> affine_codes(std::span<const T> numbers, const AffineGrouping& grouping,
                                       const AffineScales<T>& scales, unsigned bits) {
  assert(static_cast<std::int64_t>(numbers.size()) == grouping.count() && bits >= 1 && bits <= 8);
  const auto most = static_cast<T>((1U << bits) - 1U);
  std::vector<std::uint8_t> codes;
  codes.reserve(numbers.size());
  for (std::int64_t group = 0; group < grouping.groups; ++group) {
    const T scale = scales.scale[static_cast<std::size_t>(group)];
    const T shift = scales.shift[static_cast<std::size_t>(group)];
    for (std::int64_t member = 0; member < grouping.size; ++member) {
      const T step = std::nearbyint((numbers[grouping.index(group, member)] + shift) / scale);
      // 0 ÷ 0 is no number and becomes 0.
      codes.push_back(static_cast<std::uint8_t>(step > 0 ? std::min(step, most) : T{0}));
    }
  }
  return codes;
}

template <class T>
std::vector<T> affine_numbers(std::span<const std::uint8_t> codes, const AffineGrouping& grouping,
                              const AffineScales<T>& scales) {
  assert(static_cast<std::int64_t>(codes.size()) == grouping.count());
  std::vector<T> numbers(codes.size());
  for (std::int64_t group = 0; group < grouping.groups; ++group) {
    const T scale = scales.scale[static_cast<std::size_t>(group)];
    const T shift = scales.shift[static_cast<std::size_t>(group)];
    for (std::int64_t member = 0; member < grouping.size; ++member) {
      const T code = codes[static_cast<std::size_t>(group * grouping.size + member)];
      numbers[grouping.index(group, member)] = scale * code - shift;
    }
  }
  return numbers;
}

template AffineScales<double> affine_scales(std::span<const double>, const AffineGrouping&, unsigned);
template AffineScales<float> affine_scales(std::span<const float>, const AffineGrouping&, unsigned);
template std::vector<std::uint8_t> affine_codes(std::span<const double>, const AffineGrouping&,
                                                const AffineScales<double>&, unsigned);
template std::vector<std::uint8_t> affine_codes(std::span<const float>, const AffineGrouping&,
                                                const AffineScales<float>&, unsigned);
template std::vector<double> affine_numbers(std::span<const std::uint8_t>, const AffineGrouping&,
                                            const AffineScales<double>&);
template std::vector<float> affine_numbers(std::span<const std::uint8_t>, const AffineGrouping&,
                                           const AffineScales<float>&);

}  // namespace kvtally::reference
