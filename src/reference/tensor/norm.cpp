#include "reference/tensor/norm.hpp"

#include <cmath>

#include "reference/tensor/sums.hpp"

namespace kvtally::reference {

namespace {

Real mean_of(std::span<const Real> row) {
  LaneSum sum;
  for (std::size_t i = 0; i < row.size(); ++i) {
    sum.add(static_cast<std::int64_t>(i), row[i]);
  }
  return sum.total() / static_cast<Real>(row.size());
}

// Calls change(row, index of the row) for every row along the last axis.
template <class Change>
Tensor by_row(Tensor x, const Change& change) {
  const auto width = static_cast<std::size_t>(x.shape().back());
  for (std::size_t row = 0; row * width < x.values().size(); ++row) {
    change(x.values().subspan(row * width, width), static_cast<std::int64_t>(row));
  }
  return x;
}

// The weight of a row: one for all, or the one of the row's head.
std::span<const Real> weight_of(const Tensor& x, const Tensor& weight, std::int64_t row) {
  if (weight.shape().size() == 1) {
    return weight.values();
  }
  assert(weight.shape().size() == 2 && x.shape().size() == 4 && weight.size(0) == x.size(1));
  return weight.row(row / x.size(2) % x.size(1));
}

void divide(std::span<Real> row, Real by) {
  for (Real& number : row) {
    number /= by;
  }
}

void multiply(std::span<Real> row, std::span<const Real> weight, Real offset) {
  assert(row.size() == weight.size());
  for (std::size_t i = 0; i < row.size(); ++i) {
    row[i] *= offset + weight[i];
  }
}

}  // namespace

Tensor rms_norm(const Tensor& x, Real eps) {
  return by_row(x, [&](std::span<Real> row, std::int64_t) {
    divide(row, std::sqrt(dot(row, row) / static_cast<Real>(row.size()) + eps));
  });
}

Tensor rms_norm(const Tensor& x, const Tensor& weight, Real eps, Real offset) {
  return by_row(rms_norm(x, eps), [&](std::span<Real> row, std::int64_t index) {
    multiply(row, weight_of(x, weight, index), offset);
  });
}

Tensor l2_norm(const Tensor& x, Real eps) {
  return by_row(x, [&](std::span<Real> row, std::int64_t) { divide(row, std::sqrt(dot(row, row) + eps)); });
}

Tensor layer_norm(const Tensor& x, const Tensor& weight, Real eps) {
  return by_row(x, [&](std::span<Real> row, std::int64_t index) {
    const Real mean = mean_of(row);
    for (Real& number : row) {
      number -= mean;
    }
    divide(row, std::sqrt(dot(row, row) / static_cast<Real>(row.size()) + eps));
    multiply(row, weight_of(x, weight, index), 0);
  });
}

}  // namespace kvtally::reference
