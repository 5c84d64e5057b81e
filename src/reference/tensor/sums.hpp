#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "reference/tensor/real.hpp"

/// Sums whose bits are claimed. The summand with index i goes to lane i mod 8, each lane is summed in the order of
/// the indices, and the lanes are added as one tree. Leaving out a summand that is zero changes no bit, so a sum
/// over the visible positions equals the one over all positions with zero weights, however long the tail is: that
/// is why decode can equal prefill bit for bit.
namespace kvtally::reference {

inline constexpr std::int64_t kLanes = 8;

/// A running sum.
class LaneSum {
 public:
  void add(std::int64_t index, Real summand) { lanes_[static_cast<std::size_t>(index % kLanes)] += summand; }
  void scale(Real factor) {
    for (Real& lane : lanes_) {
      lane *= factor;
    }
  }
  Real total() const {
    return ((lanes_[0] + lanes_[1]) + (lanes_[2] + lanes_[3])) +
           ((lanes_[4] + lanes_[5]) + (lanes_[6] + lanes_[7]));
  }

 private:
  std::array<Real, kLanes> lanes_{};
};

/// A running weighted sum of rows of one width.
class RowSum {
 public:
  explicit RowSum(std::int64_t width) : width_(static_cast<std::size_t>(width)), lanes_(kLanes * width_) {}

  void add(std::int64_t index, Real weight, std::span<const Real> row) {
    assert(row.size() == width_);
    Real* lane = lanes_.data() + static_cast<std::size_t>(index % kLanes) * width_;
    for (std::size_t i = 0; i < width_; ++i) {
      lane[i] += weight * row[i];
    }
  }
  void scale(Real factor) {
    for (Real& number : lanes_) {
      number *= factor;
    }
  }
  Real total(std::size_t column) const {
    const auto lane = [&](std::size_t index) { return lanes_[index * width_ + column]; };
    return ((lane(0) + lane(1)) + (lane(2) + lane(3))) + ((lane(4) + lane(5)) + (lane(6) + lane(7)));
  }

 private:
  std::size_t width_;
  std::vector<Real> lanes_;
};

/// Σ a_i b_i over rows of one width.
inline Real dot(std::span<const Real> a, std::span<const Real> b) {
  assert(a.size() == b.size());
  LaneSum sum;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum.add(static_cast<std::int64_t>(i), a[i] * b[i]);
  }
  return sum.total();
}

}  // namespace kvtally::reference
