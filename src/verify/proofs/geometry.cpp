#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include "reference/tensor/sums.hpp"
#include "verify/proofs/parts.hpp"

namespace kvtally {

namespace {

using reference::Real;

std::vector<Real> random_vector(std::int64_t dim, double deviation, std::mt19937_64& generator) {
  std::normal_distribution<double> normal(0, deviation);
  std::vector<Real> out(static_cast<std::size_t>(dim));
  for (Real& number : out) {
    number = static_cast<Real>(normal(generator));
  }
  return out;
}

// The variance of n independent normal products' sum has the standard error σ²√(2/n) when the sums are normal; a
// sum of d products is nearly so, and 1 + 3/d covers the rest of its kurtosis.
void variance_of_scores(Checks& checks, const Subject&) {
  constexpr int kPairs = 20000;
  constexpr double kDeviation = 1.5;
  std::mt19937_64 generator(20240501);
  for (const std::int64_t dim : {16, 64, 128}) {
    double squares = 0;
    for (int i = 0; i < kPairs; ++i) {
      const auto q = random_vector(dim, kDeviation, generator);
      const auto k = random_vector(dim, kDeviation, generator);
      const double product = static_cast<double>(reference::dot(q, k));
      squares += product * product;
    }
    const double expected = static_cast<double>(dim) * std::pow(kDeviation, 4);
    const double standard_error = expected * std::sqrt((2.0 + 6.0 / static_cast<double>(dim)) / kPairs);
    checks.within("d=" + std::to_string(dim), std::abs(squares / kPairs - expected), 4 * standard_error);
  }
}

double mean_cosine(std::int64_t dim, int pairs, std::mt19937_64& generator) {
  double sum = 0;
  for (int i = 0; i < pairs; ++i) {
    const auto a = random_vector(dim, 1, generator);
    const auto b = random_vector(dim, 1, generator);
    const double lengths = std::sqrt(static_cast<double>(reference::dot(a, a) * reference::dot(b, b)));
    sum += std::abs(static_cast<double>(reference::dot(a, b))) / lengths;
  }
  return sum / pairs;
}

// |cos| has the variance 1/d − mean² (cos² has the mean 1/d).
void angles(Checks& checks, const Subject&) {
  constexpr int kPairs = 4000;
  std::mt19937_64 generator(20240502);
  const auto compare = [&](std::string_view name, std::int64_t dim, double mean) {
    const double standard_error = std::sqrt((1.0 / static_cast<double>(dim) - mean * mean) / kPairs);
    checks.within(name, std::abs(mean_cosine(dim, kPairs, generator) - mean), 4 * standard_error);
  };
  compare("d=2", 2, 2 / std::numbers::pi);
  // Γ(512) ÷ (√π Γ(512.5)), of which √(2 ÷ (πd)) is the limit
  compare("d=1024", 1024, std::exp(std::lgamma(512.0) - std::lgamma(512.5)) / std::sqrt(std::numbers::pi));
}

constexpr std::array kGeometryProofs{
    Proof{"geometry.variance", "geometry",
          "without 1/sqrt(d) the variance of a query's product with a key is d times the fourth power of their "
          "spread",
          "20,000 random pairs each at d = 16, 64 and 128, within four standard errors", variance_of_scores},
    Proof{"geometry.angles", "geometry",
          "the mean |cos| of random directions is 2/pi at d = 2, and close to sqrt(2/(pi d)) at d = 1024",
          "4,000 random pairs each, within four standard errors of the exact mean", angles},
};

}  // namespace

std::span<const Proof> geometry_proofs() { return kGeometryProofs; }

}  // namespace kvtally
