#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "reference/tensor/real.hpp"

namespace kvtally::reference {

using Shape = std::vector<std::int64_t>;

/// Numbers in row-major order. What the axes are stands where a tensor is made, as in [batch, heads, tokens, dim].
class Tensor {
 public:
  Tensor() = default;
  /// Zeros.
  explicit Tensor(Shape shape);
  /// `values` has as many numbers as the shape says.
  Tensor(Shape shape, std::vector<Real> values);

  const Shape& shape() const { return shape_; }
  std::int64_t size(std::size_t axis) const { return shape_.at(axis); }
  std::int64_t count() const { return static_cast<std::int64_t>(values_.size()); }
  std::span<Real> values() { return values_; }
  std::span<const Real> values() const { return values_; }

  /// One number; as many indices as axes.
  template <class... Index>
  Real& operator()(Index... index) {
    assert(sizeof...(index) == shape_.size());
    return values_[offset(index...)];
  }
  template <class... Index>
  Real operator()(Index... index) const {
    assert(sizeof...(index) == shape_.size());
    return values_[offset(index...)];
  }

  /// The numbers along the last axis; an index for every other axis.
  template <class... Index>
  std::span<Real> row(Index... index) {
    assert(sizeof...(index) + 1 == shape_.size());
    const auto width = static_cast<std::size_t>(shape_.back());
    return std::span(values_).subspan(offset(index...) * width, width);
  }
  template <class... Index>
  std::span<const Real> row(Index... index) const {
    assert(sizeof...(index) + 1 == shape_.size());
    const auto width = static_cast<std::size_t>(shape_.back());
    return std::span(values_).subspan(offset(index...) * width, width);
  }

  friend bool operator==(const Tensor&, const Tensor&) = default;

 private:
  template <class... Index>
  std::size_t offset(Index... index) const {
    std::int64_t at = 0;
    std::size_t axis = 0;
    ((assert(index >= 0 && index < shape_[axis]), at = at * shape_[axis++] + static_cast<std::int64_t>(index)),
     ...);
    return static_cast<std::size_t>(at);
  }

  Shape shape_;
  std::vector<Real> values_;
};

/// The product of the sizes.
std::int64_t count_of(const Shape& shape);

/// The same numbers in another shape of as many.
Tensor reshaped(Tensor tensor, Shape shape);

/// The indices [from, to) of one axis.
Tensor slice(const Tensor& tensor, std::size_t axis, std::int64_t from, std::int64_t to);

/// One after the other along an axis; the other axes are equal.
Tensor joined(const Tensor& first, const Tensor& second, std::size_t axis);

/// The given indices of one axis, in that order.
Tensor picked(const Tensor& tensor, std::size_t axis, std::span<const std::int64_t> indices);

/// [batch, tokens, heads, dim] to [batch, heads, tokens, dim], and back.
Tensor heads_first(const Tensor& tensor);

/// The largest |a − b|; infinity when the shapes differ or a number is no number in one of them only.
double largest_difference(const Tensor& a, const Tensor& b);

}  // namespace kvtally::reference
