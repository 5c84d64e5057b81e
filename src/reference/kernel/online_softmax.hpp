#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/tensor/sums.hpp"

namespace kvtally::reference {

/// The score of a pair that is masked.
inline constexpr Real kHidden = -std::numeric_limits<Real>::infinity();

/// Softmax and weighted sum of one query that sees its keys tile by tile and never all scores at once (Milakov and
/// Gimelshein, arXiv 1805.02867; FlashAttention, arXiv 2205.14135, algorithm 1): beside the sums stands the
/// largest score so far, and when a tile raises it, what was summed is scaled down by exp(old − new).
class OnlineSoftmax {
 public:
  /// `width` numbers a value.
  explicit OnlineSoftmax(std::int64_t width) : width_(static_cast<std::size_t>(width)), values_(width) {}

  /// Before the scores of a tile are added: the largest of them.
  void raise(Real score) {
    if (score > largest_) {
      const Real factor = std::exp(largest_ - score);  // 0 the first time, when there is nothing to scale
      weights_.scale(factor);
      values_.scale(factor);
      sink_ *= factor;
      largest_ = score;
    }
  }
  /// A key's score and value. `index` is its token, counted from the first of its sequence.
  void add(std::int64_t index, Real score, std::span<const Real> value) {
    if (score != kHidden) {
      const Real weight = std::exp(score - largest_);
      weights_.add(index, weight);
      values_.add(index, weight, value);
    }
  }
  /// A learned logit in the denominator alone (arXiv 2508.10925, section 2.2).
  void add_sink(Real logit) {
    raise(logit);
    sink_ += std::exp(logit - largest_);
  }

  /// log Σ exp(score), −∞ when nothing was added.
  Real log_sum_exp() const { return largest_ + std::log(weights_.total() + sink_); }
  /// Σ exp(score) value ÷ Σ exp(score); zeros when nothing was added.
  void write(std::span<Real> out) const {
    assert(out.size() == width_);
    const Real total = weights_.total() + sink_;
    for (std::size_t i = 0; i < width_; ++i) {
      out[i] = total > 0 ? values_.total(i) / total : Real{0};
    }
  }

 private:
  std::size_t width_;
  Real largest_ = kHidden;
  LaneSum weights_;
  RowSum values_;
  Real sink_ = 0;
};

/// Raises each row to its largest score of a tile, [keys, rows].
inline void raise_to_largest(std::span<const Real> scores, std::span<OnlineSoftmax> rows) {
  for (std::size_t r = 0; r < rows.size(); ++r) {
    Real largest = kHidden;
    for (std::size_t i = r; i < scores.size(); i += rows.size()) {
      largest = std::max(largest, scores[i]);
    }
    rows[r].raise(largest);
  }
}

}  // namespace kvtally::reference
