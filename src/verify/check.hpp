#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/wide.hpp"
#include "reference/tensor/tensor.hpp"

namespace kvtally {

/// One comparison: a count with the number that a formula gives, or an error with its bound.
struct Check {
  std::string name;  // "paged.fork/shared": the proof, and what of it
  std::string kind;  // the part of the program that it speaks of: "mla", "paged", "kernels" …
  bool passed = false;
  std::optional<Wide> expected;
  std::optional<Wide> counted;
  std::string unit;             // of expected and counted: "bytes", "multiply-adds", "blocks" …
  std::optional<double> error;  // the largest absolute difference; infinity where shapes differ
  std::optional<double> bound;  // 0: the same bits
  std::string finding;          // of an experiment: what came out, a sentence with its numbers
};

/// Where a proof puts its comparisons. Each name becomes "PROOF/NAME".
class Checks {
 public:
  Checks(std::string proof, std::string kind) : proof_(std::move(proof)), kind_(std::move(kind)) {}

  /// A count.
  void equal(std::string_view name, Wide expected, Wide counted, std::string_view unit);
  /// An error; passes when it is no number above `bound` and no NaN.
  void within(std::string_view name, double error, double bound);
  /// The numbers of two tensors of one shape, to within `bound`; 0: equal bits.
  void near(std::string_view name, const reference::Tensor& expected, const reference::Tensor& counted,
            double bound = 0);
  /// Something that is so or not.
  void holds(std::string_view name, bool so);

  /// What the last comparison's experiment showed.
  void found(std::string sentence) { checks_.back().finding = std::move(sentence); }

  /// What the proof speaks of.
  const std::string& kind() const { return kind_; }
  const std::vector<Check>& all() const { return checks_; }
  std::vector<Check> take() { return std::move(checks_); }

 private:
  Check& add(std::string_view name);

  std::string proof_;
  std::string kind_;
  std::vector<Check> checks_;
};

}  // namespace kvtally
