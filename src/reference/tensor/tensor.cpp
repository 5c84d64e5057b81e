#include "reference/tensor/tensor.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace kvtally::reference {

namespace {

// The numbers of a tensor as [before, axis, behind].
struct Cut {
  std::int64_t before = 1;
  std::int64_t behind = 1;
};

Cut cut_at(const Shape& shape, std::size_t axis) {
  Cut cut;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    (i < axis ? cut.before : cut.behind) *= i == axis ? 1 : shape[i];
  }
  return cut;
}

}  // namespace

std::int64_t count_of(const Shape& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

Tensor::Tensor(Shape shape) : shape_(std::move(shape)), values_(static_cast<std::size_t>(count_of(shape_))) {}

Tensor::Tensor(Shape shape, std::vector<Real> values) : shape_(std::move(shape)), values_(std::move(values)) {
  assert(static_cast<std::size_t>(count_of(shape_)) == values_.size());
}

Tensor reshaped(Tensor tensor, Shape shape) {
  const std::span<const Real> values = std::as_const(tensor).values();
  return {std::move(shape), {values.begin(), values.end()}};
}

Tensor picked(const Tensor& tensor, std::size_t axis, std::span<const std::int64_t> indices) {
  const Cut cut = cut_at(tensor.shape(), axis);
  Shape shape = tensor.shape();
  shape[axis] = static_cast<std::int64_t>(indices.size());
  std::vector<Real> out;
  out.reserve(static_cast<std::size_t>(count_of(shape)));
  for (std::int64_t outer = 0; outer < cut.before; ++outer) {
    for (const std::int64_t index : indices) {
      assert(index >= 0 && index < tensor.size(axis));
      const auto from = tensor.values().begin() + (outer * tensor.size(axis) + index) * cut.behind;
      out.insert(out.end(), from, from + cut.behind);
    }
  }
  return {std::move(shape), std::move(out)};
}

Tensor slice(const Tensor& tensor, std::size_t axis, std::int64_t from, std::int64_t to) {
  std::vector<std::int64_t> indices(static_cast<std::size_t>(to - from));
  std::iota(indices.begin(), indices.end(), from);
  return picked(tensor, axis, indices);
}

Tensor joined(const Tensor& first, const Tensor& second, std::size_t axis) {
  const Cut cut = cut_at(first.shape(), axis);
  Shape shape = first.shape();
  shape[axis] += second.size(axis);
  std::vector<Real> out;
  out.reserve(static_cast<std::size_t>(count_of(shape)));
  for (std::int64_t outer = 0; outer < cut.before; ++outer) {
    for (const Tensor* part : {&first, &second}) {
      const std::int64_t length = part->size(axis) * cut.behind;
      const auto from = part->values().begin() + outer * length;
      out.insert(out.end(), from, from + length);
    }
  }
  return {std::move(shape), std::move(out)};
}

Tensor heads_first(const Tensor& tensor) {
  Tensor out({tensor.size(0), tensor.size(2), tensor.size(1), tensor.size(3)});
  for (std::int64_t b = 0; b < tensor.size(0); ++b) {
    for (std::int64_t i = 0; i < tensor.size(1); ++i) {
      for (std::int64_t j = 0; j < tensor.size(2); ++j) {
        std::ranges::copy(tensor.row(b, i, j), out.row(b, j, i).begin());
      }
    }
  }
  return out;
}

double largest_difference(const Tensor& a, const Tensor& b) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (a.shape() != b.shape()) {
    return kInfinity;
  }
  double largest = 0;
  for (std::size_t i = 0; i < a.values().size(); ++i) {
    const double x = static_cast<double>(a.values()[i]);
    const double y = static_cast<double>(b.values()[i]);
    if (x == y || (std::isnan(x) && std::isnan(y))) {
      continue;
    }
    const double difference = std::abs(x - y);
    largest = std::isnan(difference) ? kInfinity : std::max(largest, difference);
  }
  return largest;
}

}  // namespace kvtally::reference
