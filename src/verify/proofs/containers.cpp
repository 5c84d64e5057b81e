#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <functional>

#include "reference/cache/dynamic.hpp"
#include "reference/cache/offloaded.hpp"
#include "reference/cache/paged.hpp"
#include "reference/cache/quantised.hpp"
#include "reference/cache/sink_window.hpp"
#include "reference/cache/sliding.hpp"
#include "reference/cache/static.hpp"
#include "reference/cache/static_sliding.hpp"
#include "verify/proofs/kernel_case.hpp"
#include "verify/proofs/parts.hpp"

// Attention never knows which container it has: one in place of another gives the same output.

namespace kvtally {

using namespace reference;  // NOLINT: the executor's names

namespace {

constexpr std::int64_t kContainerTokens = 41;
constexpr std::int64_t kPrompt = 23;  // tokens that come at once; the others come one by one
constexpr std::int64_t kContainerWindow = 7;
constexpr std::int64_t kContainerFirst = 3;

// A container, and the mask under which it holds all that may be seen.
struct Container {
  std::string_view name;
  Mask mask;
  std::function<std::unique_ptr<CacheLayer>(Counter&)> make;
};

std::vector<Container> containers() {
  const CodecPtr real = codec("real");
  const Mask full = causal();
  const Mask window = all_of(causal(), within(kContainerWindow));
  const Mask sinks = all_of(causal(), any_of(first(kContainerFirst), within(kContainerWindow)));
  return {
      {"dynamic", full, [=](Counter& c) { return std::make_unique<DynamicLayer>(real, real, c); }},
      {"static", full,
       [=](Counter& c) { return std::make_unique<StaticLayer>(kContainerTokens + 5, real, real, c); }},
      {"paged", full,
       [=](Counter& c) { return std::make_unique<PagedLayer>(PagedLayer::Pool{64, kPageTokens}, real, real, c); }},
      {"dynamic, windowed", window, [=](Counter& c) { return std::make_unique<DynamicLayer>(real, real, c); }},
      {"sliding", window,
       [=](Counter& c) { return std::make_unique<SlidingLayer>(kContainerWindow, real, real, c); }},
      {"static sliding", window,
       [=](Counter& c) {
         return std::make_unique<StaticSlidingLayer>(kContainerWindow, kContainerTokens, real, real, c);
       }},
      {"sink window", sinks,
       [=](Counter& c) {
         return std::make_unique<SinkWindowLayer>(kContainerFirst, kContainerWindow, real, real, c);
       }},
  };
}

KernelCase the_case() {
  return case_of({.batch = 2, .heads = 6, .key_heads = 2, .tokens = kContainerTokens, .dk = 8, .dv = 5}, 77);
}

// The prompt at once, then one token after the other.
Tensor outputs(const Kernel& kernel, const KernelCase& of, CacheLayer& layer, Counter& counter) {
  Tensor all = run_tokens(kernel, of, 0, kPrompt, layer, counter).attended.output;
  for (std::int64_t t = kPrompt; t < kContainerTokens; ++t) {
    all = joined(all, run_tokens(kernel, of, t, t + 1, layer, counter).attended.output, 2);
  }
  return all;
}

void same_output(Checks& checks, const Subject&) {
  for (const std::string_view name : {"eager", "sdpa", "streaming", "flex"}) {
    for (const Container& container : containers()) {
      KernelCase of = the_case();
      of.mask = container.mask;
      Counter counter;
      const auto layer = container.make(counter);
      checks.near(fmt::format("{} through {}", container.name, name), prefill(kernel(name), of).attended.output,
                  outputs(kernel(name), of, *layer, counter));
    }
  }
}

double largest_of(const Tensor& tensor, const std::function<double(std::span<const Real>)>& of_row) {
  const auto width = static_cast<std::size_t>(tensor.shape().back());
  double largest = 0;
  for (std::size_t at = 0; at < tensor.values().size(); at += width) {
    largest = std::max(largest, of_row(tensor.values().subspan(at, width)));
  }
  return largest;
}

// Every key and value is off by no more than half a step, a step for each time that all was quantised anew. A
// score is then off by δ = scale × |q|₁ × half a step, a weight by a factor of e^2δ, and what is summed by the
// values' own.
double quantised_bound(const KernelCase& of, unsigned bits, double times) {
  const auto half_step = [&](const Tensor& numbers) {
    const auto [low, high] = std::ranges::minmax(numbers.values());
    return times * static_cast<double>(high - low) / ((1 << bits) - 1) / 2;
  };
  const auto absolute_sum = [](std::span<const Real> row) {
    double sum = 0;
    for (const Real number : row) {
      sum += std::abs(static_cast<double>(number));
    }
    return sum;
  };
  const auto largest = [](std::span<const Real> row) {
    double most = 0;
    for (const Real number : row) {
      most = std::max(most, std::abs(static_cast<double>(number)));
    }
    return most;
  };
  const double delta =
      static_cast<double>(of.scoring.scale) * largest_of(of.query, absolute_sum) * half_step(of.keys);
  return half_step(of.values) + std::expm1(2 * delta) * largest_of(of.values, largest);
}

void quantised_is_near(Checks& checks, const Subject&) {
  constexpr std::int64_t kResidual = 6;
  for (const unsigned bits : {8U, 4U}) {
    KernelCase of =
        case_of({.batch = 1, .heads = 2, .key_heads = 2, .tokens = kContainerTokens, .dk = 8, .dv = 8}, 78);
    of.scoring.scale = Real(0.05);  // a bound that says something needs small scores
    Counter counter;
    QuantisedLayer layer(codec("real"), codec("real"), counter, {bits, 8, kResidual});
    const Tensor wanted = prefill(kernel("eager"), of).attended.output;
    const double error = largest_difference(wanted, outputs(kernel("eager"), of, layer, counter));
    checks.within(fmt::format("{} bits", bits), error,
                  quantised_bound(of, bits, 1 + static_cast<double>(kContainerTokens - kPrompt) / kResidual));
    checks.holds(fmt::format("{} bits are not exact", bits), error > 0);
  }
}

// Three layers, each with inputs of its own, in a cache on the device and in one on the host.
void offloaded_is_same(Checks& checks, const Subject&) {
  constexpr std::size_t kLayers = 3;
  Counter counter;
  Cache here;
  OffloadedCache away(counter);
  for (Cache* cache : {&here, static_cast<Cache*>(&away)}) {
    for (std::size_t i = 0; i < kLayers; ++i) {
      cache->add(std::make_unique<DynamicLayer>(codec("real"), codec("real"), counter));
    }
  }
  const KernelCase of = the_case();
  double largest = 0;
  for (std::int64_t t = 0; t < kContainerTokens; ++t) {
    for (std::size_t layer = 0; layer < kLayers; ++layer) {
      const Tensor keys = slice(of.keys, 2, t, t + 1);
      const Tensor values = slice(of.values, 2, t, t + 1);
      const KeyValues a = here.update(keys, values, layer);
      const KeyValues b = away.update(keys, values, layer);
      largest = std::max({largest, largest_difference(a.keys.numbers(), b.keys.numbers()),
                          largest_difference(a.values.numbers(), b.values.numbers())});
    }
  }
  checks.within("keys and values", largest, 0);
  checks.holds("something moved in each direction", away.moved(true) > Bytes{0} && away.moved(false) > Bytes{0});
}

// S single steps copy 0 + 1 + … + (S − 1) entries.
void growth_copies(Checks& checks, const Subject&) {
  const KernelCase of = the_case();
  Counter counter;
  DynamicLayer layer(codec("bf16"), codec("bf16"), counter);
  for (std::int64_t t = 0; t < kContainerTokens; ++t) {
    layer.update(slice(of.keys, 2, t, t + 1), slice(of.values, 2, t, t + 1));
  }
  const Wide entry = Wide{2} * 2 * (8 + 5) * 2;  // requests × key heads × (key + value) × bytes
  checks.equal("dynamic, 41 steps", entry * kContainerTokens * (kContainerTokens - 1) / 2,
               counter.counts().copied.value, "bytes");
  Counter still;
  StaticLayer fixed(kContainerTokens, codec("bf16"), codec("bf16"), still);
  fixed.update(of.keys, of.values);
  checks.equal("static", 0, still.counts().copied.value, "bytes");
}

constexpr std::array kContainerProofs{
    Proof{"containers.same", "containers",
          "any container in place of any other gives the same output, bit for bit",
          "23 tokens at once and 18 one by one, through four kernels, against one prefill of all 41", same_output},
    Proof{"containers.quantised", "containers",
          "a quantised container's output is within a bound of the exact one",
          "the bound is worked out from half a quantisation step of keys and values", quantised_is_near},
    Proof{"containers.offloaded", "containers", "layers that wait on the host hand out the same keys and values",
          "three layers, 41 steps, against a cache that stays", offloaded_is_same},
    Proof{"containers.copies", "containers",
          "a container that grows copies S(S-1)/2 entries in S steps, a static one none",
          "the bytes that buffers were moved by, counted", growth_copies},
};

}  // namespace

std::span<const Proof> container_proofs() { return kContainerProofs; }

}  // namespace kvtally
