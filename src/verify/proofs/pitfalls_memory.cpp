#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include "reference/kernel/mask.hpp"
#include "reference/kind/matrix_state.hpp"
#include "verify/proofs/kernel_case.hpp"
#include "verify/proofs/parts.hpp"
#include "verify/proofs/real.hpp"

// The lecture's two traps of what is remembered: windows without their first entries, and writing without reading.

namespace kvtally {

using namespace reference;  // NOLINT: the executor's names

namespace {

constexpr std::int64_t kSinkTokens = 64;
constexpr std::int64_t kSinks = 4;
constexpr std::int64_t kSinkWindow = 16;

// Attention as trained models have it: the first tokens' keys lie where every query looks.
KernelCase with_sinks() {
  KernelCase of = case_of({.batch = 1, .heads = 2, .key_heads = 2, .tokens = kSinkTokens, .dk = 8, .dv = 8}, 321);
  for (std::int64_t h = 0; h < 2; ++h) {
    for (std::int64_t t = 0; t < kSinkTokens; ++t) {
      of.query(0, h, t, 0) = 4;
      of.keys(0, h, t, 0) = t < kSinks ? Real(4) : Real(0);
    }
  }
  of.scoring.scale = 1 / std::sqrt(Real(8));
  return of;
}

Attended newest(KernelCase of, Mask mask) {
  of.mask = std::move(mask);
  Attended all = prefill(kernel("eager"), of).attended;
  return {slice(all.output, 2, kSinkTokens - 1, kSinkTokens),
          slice(*all.weights, 2, kSinkTokens - 1, kSinkTokens)};
}

double mass(const Tensor& weights, std::int64_t head, std::int64_t from, std::int64_t to) {
  double sum = 0;
  for (std::int64_t key = from; key < to; ++key) {
    sum += static_cast<double>(weights(0, head, 0, key));
  }
  return sum;
}

// Without the lost entries every other weight is divided by what is left of the mass.
void sinks(Checks& checks, const Subject&) {
  const KernelCase of = with_sinks();
  const Attended full = newest(of, causal());
  const Attended cut = newest(of, all_of(causal(), within(kSinkWindow)));
  const Attended kept = newest(of, all_of(causal(), any_of(first(kSinks), within(kSinkWindow))));
  double first_mass = 1;
  double error = 0;
  for (std::int64_t h = 0; h < 2; ++h) {
    const double left = mass(*full.weights, h, kSinkTokens - kSinkWindow, kSinkTokens);
    first_mass = std::min(first_mass, mass(*full.weights, h, 0, kSinks));
    for (std::int64_t key = kSinkTokens - kSinkWindow; key < kSinkTokens; ++key) {
      const double expected = static_cast<double>((*full.weights)(0, h, 0, key)) / left;
      error = std::max(error, std::abs(expected - static_cast<double>((*cut.weights)(0, h, 0, key))));
    }
  }
  checks.within("a window's weights are those of full attention over the mass that is left", error, kProofBound);
  checks.holds("the first four tokens hold most of the mass", first_mass > 0.5);
  const double without = largest_difference(full.output, cut.output);
  const double with = largest_difference(full.output, kept.output);
  checks.holds("with them kept the output is nearer by far", 4 * with < without);
  checks.found(
      fmt::format("the first 4 of 64 tokens hold at least {:.2f} of the mass: a window of 16 alone is off by "
                  "{:.2f}, with them by {:.2f}",
                  first_mass, without, with));
}

// The key that is written, and one that is orthogonal to it; their products with themselves are 1 exactly.
constexpr std::array<Real, 4> kWrittenKey{Real(0.5), Real(0.5), Real(0.5), Real(0.5)};
constexpr std::array<Real, 4> kOrthogonalKey{Real(0.5), Real(-0.5), Real(0.5), Real(-0.5)};

std::vector<Real> times_written(int times, bool read_first, std::span<const Real> value) {
  Tensor states({1, 1, 4, 3});
  Counter counter;
  MatrixState state(states, 0, 0, counter);
  state.write(kOrthogonalKey, std::array<Real, 3>{7, 8, 9});
  for (int i = 0; i < times; ++i) {
    std::vector<Real> written(value.begin(), value.end());
    const std::vector<Real> there = state.read(kWrittenKey);
    for (std::size_t j = 0; read_first && j < written.size(); ++j) {
      written[j] -= there[j];
    }
    state.write(kWrittenKey, written);
  }
  return state.read(kWrittenKey);
}

void blind(Checks& checks, const Subject&) {
  const std::array<Real, 3> value{1, -2, 4};
  const std::vector<Real> added = times_written(8, false, value);
  const std::vector<Real> corrected = times_written(8, true, value);
  for (std::size_t i = 0; i < value.size(); ++i) {
    checks.within(fmt::format("blind, channel {}: 8 times the value", i),
                  std::abs(static_cast<double>(added[i] - 8 * value[i])), 0);
    checks.within(fmt::format("read first, channel {}: the value", i),
                  std::abs(static_cast<double>(corrected[i] - value[i])), 0);
  }
  checks.found(
      "one value written 8 times under one key: added blindly it reads back 8 times as large, with what is "
      "there read first it reads back exactly");
}

constexpr std::array kMemoryPitfallProofs{
    Proof{
        "pitfalls.sinks", "pitfalls", "a window that lets go of the first tokens loses the mass that lay on them",
        "64 tokens whose first four keys draw every query: full attention, a window of 16, and one with four kept",
        sinks},
    Proof{
        "pitfalls.blind", "pitfalls",
        "a state that is only added to counts a value as often as it is written; one that is read first does not",
        "one value under one key, eight times, beside an orthogonal key, exactly", blind},
};

}  // namespace

std::span<const Proof> memory_pitfall_proofs() { return kMemoryPitfallProofs; }

}  // namespace kvtally
