#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <functional>

#include "reference/kind/convolution_tail.hpp"
#include "reference/kind/lightning.hpp"
#include "reference/layer/gated_delta_layer.hpp"
#include "reference/layer/kimi_delta_layer.hpp"
#include "reference/layer/lightning_layer.hpp"
#include "verify/proofs/parts.hpp"
#include "verify/random/tensor.hpp"

// Whole layers with a matrix state: in one pass, in several, token by token.

namespace kvtally {

namespace {

using namespace reference;  // NOLINT: the executor's names, in this file alone

constexpr std::int64_t kHidden = 10;
constexpr std::int64_t kKey = 4;
constexpr std::int64_t kValue = 5;
constexpr std::int64_t kKernel = 4;
constexpr std::int64_t kBatch = 2;

// Weights of a random layer, of numbers that keep a row's length.
class Weights {
 public:
  explicit Weights(std::uint64_t seed) : generator_(seed) {}
  Tensor tensor(Shape shape) { return random_tensor(std::move(shape), generator_); }
  Linear linear(std::int64_t out, std::int64_t in) {
    Tensor weight = tensor({out, in});
    for (Real& number : weight.values()) {
      number /= std::sqrt(static_cast<Real>(in));
    }
    return {std::move(weight), {}};
  }
  ConvolvedHeads heads(std::int64_t key_heads, std::int64_t value_heads, std::int64_t value_dim) {
    const std::int64_t channels = 2 * key_heads * kKey + value_heads * value_dim;
    return {.key_heads = key_heads,
            .value_heads = value_heads,
            .query = linear(key_heads * kKey, kHidden),
            .key = linear(key_heads * kKey, kHidden),
            .value = linear(value_heads * value_dim, kHidden),
            .convolution = {tensor({channels, kKernel}), tensor({channels})}};
  }

 private:
  std::mt19937_64 generator_;
};

// A layer of some kind: its state, and how it computes new tokens.
struct Bench {
  std::function<void(StateLayer& state)> allocate;
  std::function<Tensor(StateLayer& state, const Tensor& x, std::int64_t chunk, Counter& counter)> run;
};

void allocate_convolved(StateLayer& state, const ConvolvedHeads& heads) {
  state.allocate("matrix", {kBatch, heads.value_heads, kKey, heads.value.weight.size(0) / heads.value_heads},
                 codec("real"));
  allocate_tail(state, "convolution", kBatch, heads.convolution.weight.size(0), kKernel, codec("real"));
}

template <class Layer>
Bench bench_of(Layer layer, Tensor (*run)(StateLayer&, const Layer&, const Tensor&, Counter&)) {
  return {[heads = layer.heads](StateLayer& state) { allocate_convolved(state, heads); },
          [=](StateLayer& state, const Tensor& x, std::int64_t chunk, Counter& counter) mutable {
            layer.chunk = chunk;
            return run(state, layer, x, counter);
          }};
}

Bench lightning_bench() {
  Weights w(20240721);
  constexpr std::int64_t kHeads = 3;
  const auto wide = [&] { return w.linear(kHeads * kKey, kHidden); };
  LightningLayer layer{.heads = kHeads,
                       .query = wide(),
                       .key = wide(),
                       .value = wide(),
                       .gate = wide(),
                       .norm = w.tensor({kHeads * kKey}),
                       .output = w.linear(kHidden, kHeads * kKey),
                       .slopes = lightning_slopes(kHeads, 1, 4)};
  return {[](StateLayer& state) { state.allocate("matrix", {kBatch, kHeads, kKey, kKey}, codec("real")); },
          [=](StateLayer& state, const Tensor& x, std::int64_t chunk, Counter& counter) mutable {
            layer.block = chunk;
            return lightning_layer(state, layer, x, counter);
          }};
}

Bench gated_delta_bench() {
  Weights w(20240722);
  constexpr std::int64_t kHeads = 4;
  return bench_of(GatedDeltaLayer{.heads = w.heads(2, kHeads, kValue),
                                  .rate = w.linear(kHeads, kHidden),
                                  .decay = w.linear(kHeads, kHidden),
                                  .log_rate = w.tensor({kHeads}),
                                  .decay_bias = w.tensor({kHeads}),
                                  .gate = w.linear(kHeads * kValue, kHidden),
                                  .norm = w.tensor({kValue}),
                                  .output = w.linear(kHidden, kHeads * kValue)},
                  gated_delta_layer);
}

Bench kimi_delta_bench() {
  Weights w(20240723);
  constexpr std::int64_t kHeads = 2;
  return bench_of(KimiDeltaLayer{.heads = w.heads(kHeads, kHeads, kValue),
                                 .rate = w.linear(kHeads, kHidden),
                                 .decay_down = w.linear(3, kHidden),
                                 .decay_up = w.linear(kHeads * kKey, 3),
                                 .log_rate = w.tensor({kHeads}),
                                 .decay_bias = w.tensor({kHeads * kKey}),
                                 .gate_down = w.linear(3, kHidden),
                                 .gate_up = w.linear(kHeads * kValue, 3),
                                 .norm = w.tensor({kValue}),
                                 .output = w.linear(kHidden, kHeads * kValue)},
                  kimi_delta_layer);
}

struct Course {
  Tensor output;
  Tensor matrix;
  std::vector<Footprint> footprints;
};

// The tokens x in passes that end at these places.
Course course(const Bench& bench, const Tensor& x, const std::vector<std::int64_t>& ends, std::int64_t chunk) {
  Counter counter;
  StateLayer state(counter);
  bench.allocate(state);
  Course out{Tensor({kBatch, 0, kHidden}), {}, {state.footprint()}};
  for (const std::int64_t end : ends) {
    const Tensor part = slice(x, 1, out.output.size(1), end);
    out.output = joined(out.output, bench.run(state, part, chunk, counter), 1);
    out.footprints.push_back(state.footprint());
  }
  out.matrix = state.held("matrix");
  return out;
}

template <Bench (*kBench)()>
void passes(Checks& checks, const Subject&) {
  constexpr double kBound = sizeof(Real) == 8 ? 1e-12 : 1e-3;
  constexpr std::int64_t kTokens = 13;
  const Bench bench = kBench();
  std::mt19937_64 generator(20240724);
  const Tensor x = random_tensor({kBatch, kTokens, kHidden}, generator);
  const Course whole = course(bench, x, {kTokens}, 1);
  std::vector<std::int64_t> steps(kTokens);
  std::ranges::generate(steps, [n = std::int64_t{0}]() mutable { return ++n; });
  const std::vector<std::int64_t> prefill_and_steps(steps.begin() + 6, steps.end());
  const Course decode = course(bench, x, steps, 1);
  const auto same = [&](std::string_view name, const Course& other, double bound) {
    checks.near(fmt::format("{}: output", name), whole.output, other.output, bound);
    checks.near(fmt::format("{}: state", name), whole.matrix, other.matrix, bound);
  };
  same("token by token", decode, 0);
  same("7 tokens at once, then one by one", course(bench, x, prefill_and_steps, 1), 0);
  same("7 tokens in chunks of 4, then one by one", course(bench, x, prefill_and_steps, 4), kBound);
  same("in passes of 2, 1 and 10", course(bench, x, {2, 3, kTokens}, 1), 0);
  const bool fixed = std::ranges::all_of(
      decode.footprints, [&](const Footprint& f) { return f == decode.footprints.front() && f.stored.value > 0; });
  checks.holds("the state has one size from the first token to the last", fixed);
}

constexpr std::string_view kClaim =
    "a prefill's rows are those of token-by-token decode, bit for bit (in chunks within 1e-12), and the state "
    "never "
    "grows";
constexpr std::string_view kHow =
    "a random layer, projections, convolution, gates and norms included, over 13 tokens in several partitions";

constexpr std::array kProofs{
    Proof{"lightning.decode", "lightning", kClaim, kHow, passes<lightning_bench>},
    Proof{"gdn.decode", "gdn", kClaim, kHow, passes<gated_delta_bench>},
    Proof{"kda.decode", "kda", kClaim, kHow, passes<kimi_delta_bench>},
};

}  // namespace

std::span<const Proof> state_layer_proofs() { return kProofs; }

}  // namespace kvtally
