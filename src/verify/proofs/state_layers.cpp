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
#include "verify/proofs/real.hpp"
#include "verify/random/tensor.hpp"

// Whole layers with a matrix state: in one pass, in several, token by token.

namespace kvtally {

namespace {

using namespace reference;  // NOLINT: the executor's names

constexpr std::int64_t kStateHidden = 10;
constexpr std::int64_t kStateKey = 4;
constexpr std::int64_t kStateValue = 5;
constexpr std::int64_t kStateKernel = 4;
constexpr std::int64_t kStateBatch = 2;

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
    const std::int64_t channels = 2 * key_heads * kStateKey + value_heads * value_dim;
    return {.key_heads = key_heads,
            .value_heads = value_heads,
            .query = linear(key_heads * kStateKey, kStateHidden),
            .key = linear(key_heads * kStateKey, kStateHidden),
            .value = linear(value_heads * value_dim, kStateHidden),
            .convolution = {tensor({channels, kStateKernel}), tensor({channels})}};
  }

 private:
  std::mt19937_64 generator_;
};

// A layer of some kind: its state, and how it computes new tokens.
struct StateLayerBench {
  std::function<void(StateLayer& state)> allocate;
  std::function<Tensor(StateLayer& state, const Tensor& x, std::int64_t chunk, Counter& counter)> run;
};

void allocate_convolved(StateLayer& state, const ConvolvedHeads& heads) {
  state.allocate("matrix",
                 {kStateBatch, heads.value_heads, kStateKey, heads.value.weight.size(0) / heads.value_heads},
                 codec("real"));
  allocate_tail(state, "convolution", kStateBatch, heads.convolution.weight.size(0), kStateKernel, codec("real"));
}

template <class Layer>
StateLayerBench bench_of(Layer layer, Tensor (*run)(StateLayer&, const Layer&, const Tensor&, Counter&)) {
  return {[heads = layer.heads](StateLayer& state) { allocate_convolved(state, heads); },
          [=](StateLayer& state, const Tensor& x, std::int64_t chunk, Counter& counter) mutable {
            layer.chunk = chunk;
            return run(state, layer, x, counter);
          }};
}

StateLayerBench lightning_bench() {
  Weights w(20240721);
  constexpr std::int64_t kHeads = 3;
  const auto wide = [&] { return w.linear(kHeads * kStateKey, kStateHidden); };
  LightningLayer layer{.heads = kHeads,
                       .query = wide(),
                       .key = wide(),
                       .value = wide(),
                       .gate = wide(),
                       .norm = w.tensor({kHeads * kStateKey}),
                       .output = w.linear(kStateHidden, kHeads * kStateKey),
                       .slopes = lightning_slopes(kHeads, 1, 4)};
  return {[](StateLayer& state) {
            state.allocate("matrix", {kStateBatch, kHeads, kStateKey, kStateKey}, codec("real"));
          },
          [=](StateLayer& state, const Tensor& x, std::int64_t chunk, Counter& counter) mutable {
            layer.block = chunk;
            return lightning_layer(state, layer, x, counter);
          }};
}

StateLayerBench gated_delta_bench() {
  Weights w(20240722);
  constexpr std::int64_t kHeads = 4;
  return bench_of(GatedDeltaLayer{.heads = w.heads(2, kHeads, kStateValue),
                                  .rate = w.linear(kHeads, kStateHidden),
                                  .decay = w.linear(kHeads, kStateHidden),
                                  .log_rate = w.tensor({kHeads}),
                                  .decay_bias = w.tensor({kHeads}),
                                  .gate = w.linear(kHeads * kStateValue, kStateHidden),
                                  .norm = w.tensor({kStateValue}),
                                  .output = w.linear(kStateHidden, kHeads * kStateValue)},
                  gated_delta_layer);
}

StateLayerBench kimi_delta_bench() {
  Weights w(20240723);
  constexpr std::int64_t kHeads = 2;
  return bench_of(KimiDeltaLayer{.heads = w.heads(kHeads, kHeads, kStateValue),
                                 .rate = w.linear(kHeads, kStateHidden),
                                 .decay_down = w.linear(3, kStateHidden),
                                 .decay_up = w.linear(kHeads * kStateKey, 3),
                                 .log_rate = w.tensor({kHeads}),
                                 .decay_bias = w.tensor({kHeads * kStateKey}),
                                 .gate_down = w.linear(3, kStateHidden),
                                 .gate_up = w.linear(kHeads * kStateValue, 3),
                                 .norm = w.tensor({kStateValue}),
                                 .output = w.linear(kStateHidden, kHeads * kStateValue)},
                  kimi_delta_layer);
}

struct Course {
  Tensor output;
  Tensor matrix;
  std::vector<Footprint> footprints;
};

// The tokens x in passes that end at these places.
Course course(const StateLayerBench& bench, const Tensor& x, const std::vector<std::int64_t>& ends,
              std::int64_t chunk) {
  Counter counter;
  StateLayer state(counter);
  bench.allocate(state);
  Course out{Tensor({kStateBatch, 0, kStateHidden}), {}, {state.footprint()}};
  for (const std::int64_t end : ends) {
    const Tensor part = slice(x, 1, out.output.size(1), end);
    out.output = joined(out.output, bench.run(state, part, chunk, counter), 1);
    out.footprints.push_back(state.footprint());
  }
  out.matrix = state.held("matrix");
  return out;
}

template <StateLayerBench (*kBench)()>
void passes(Checks& checks, const Subject&) {
  constexpr std::int64_t kTokens = 13;
  const StateLayerBench bench = kBench();
  std::mt19937_64 generator(20240724);
  const Tensor x = random_tensor({kStateBatch, kTokens, kStateHidden}, generator);
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
  same("7 tokens in chunks of 4, then one by one", course(bench, x, prefill_and_steps, 4), kProofBound);
  same("in passes of 2, 1 and 10", course(bench, x, {2, 3, kTokens}, 1), 0);
  const bool fixed = std::ranges::all_of(
      decode.footprints, [&](const Footprint& f) { return f == decode.footprints.front() && f.stored.value > 0; });
  checks.holds("the state has one size from the first token to the last", fixed);
}

constexpr std::string_view kStateLayerClaim =
    "a prefill's rows are those of token-by-token decode, bit for bit (in chunks within 1e-12), and the state "
    "never "
    "grows";
constexpr std::string_view kStateLayerHow =
    "a random layer, projections, convolution, gates and norms included, over 13 tokens in several partitions";

constexpr std::array kStateLayerProofs{
    Proof{"lightning.decode", "lightning", kStateLayerClaim, kStateLayerHow, passes<lightning_bench>},
    Proof{"gdn.decode", "gdn", kStateLayerClaim, kStateLayerHow, passes<gated_delta_bench>},
    Proof{"kda.decode", "kda", kStateLayerClaim, kStateLayerHow, passes<kimi_delta_bench>},
};

}  // namespace

std::span<const Proof> state_layer_proofs() { return kStateLayerProofs; }

}  // namespace kvtally
