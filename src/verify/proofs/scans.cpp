#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "reference/kind/mamba.hpp"
#include "reference/kind/mamba2_chunked.hpp"
#include "reference/tensor/elementwise.hpp"
#include "verify/memory.hpp"
#include "verify/proofs/in_steps.hpp"
#include "verify/proofs/parts.hpp"
#include "verify/proofs/real.hpp"
#include "verify/random/tensor.hpp"
#include "verify/random/weights.hpp"

// Mamba, Mamba-2, RWKV-7 and short convolutions: their memory, that a text may come in any steps, and how their
// forms agree.

namespace kvtally {

namespace {

using reference::codec;
using reference::Counter;
using reference::DualTokens;
using reference::DualWeights;
using reference::Real;
using reference::StateLayer;
using reference::Tensor;

constexpr int kScanLayers = 8;

void mamba_steps(Checks& checks, const Subject&) {
  std::mt19937_64 generator(20240701);
  Counter counter;
  for (int i = 0; i < kScanLayers; ++i) {
    const reference::MambaLayer layer = random_mamba(6, generator);
    compare_in_steps(checks, fmt::format("layer {}", i),
                     {6,
                      [&](StateLayer& state, std::int64_t batch) {
                        allocate_mamba(state, layer, batch, codec("real"), codec("real"));
                      },
                      [&](StateLayer& state, const Tensor& x) { return mamba_layer(state, layer, x, counter); }},
                     generator);
  }
}

void mamba2_steps(Checks& checks, const Subject&) {
  std::mt19937_64 generator(20240702);
  Counter counter;
  for (int i = 0; i < kScanLayers; ++i) {
    reference::Mamba2Layer layer = random_mamba2(6, generator);
    layer.limits.least = Real(0.1);
    layer.limits.most = 1;
    for (const std::int64_t chunk : {0, 4}) {
      layer.chunk = chunk;
      compare_in_steps(
          checks, fmt::format("layer {} {}", i, chunk == 0 ? "token by token" : "chunked"),
          {6,
           [&](StateLayer& state, std::int64_t batch) {
             allocate_mamba2(state, layer, batch, codec("real"), codec("real"));
           },
           [&](StateLayer& state, const Tensor& x) { return mamba2_layer(state, layer, x, counter); }},
          generator, chunk == 0 ? 0 : kProofBound);
    }
  }
}

void convolution_steps(Checks& checks, const Subject&) {
  std::mt19937_64 generator(20240703);
  Counter counter;
  for (int i = 0; i < kScanLayers; ++i) {
    const reference::ShortConvLayer layer = random_short_conv(6, generator);
    compare_in_steps(
        checks, fmt::format("layer {}", i),
        {6,
         [&](StateLayer& state, std::int64_t batch) { allocate_short_conv(state, layer, batch, codec("real")); },
         [&](StateLayer& state, const Tensor& x) { return short_conv_layer(state, layer, x, counter); }},
        generator);
  }
}

void rwkv7_steps(Checks& checks, const Subject&) {
  std::mt19937_64 generator(20240704);
  Counter counter;
  for (int i = 0; i < kScanLayers; ++i) {
    const reference::Rwkv7Layer layer = random_rwkv7(3, 4, i % 2 == 0, generator);
    const Tensor first_values = random_tensor({2, 17, 12}, generator);
    compare_in_steps(
        checks, fmt::format("layer {}", i),
        {12,
         [&](StateLayer& state, std::int64_t batch) {
           allocate_rwkv7(state, layer, batch, codec("real"), codec("real"));
         },
         [&](StateLayer& state, const Tensor& x) {
           const std::int64_t at = state.length();
           return rwkv7_layer(state, layer, x, slice(first_values, 1, at, at + x.size(1)), counter).output;
         }},
        generator);
  }
}

// The sizes and numbers of a state-space dual, and the state that it begins with.
struct Dual {
  DualTokens tokens;
  DualWeights weights;
  Tensor initial;
};

Dual random_dual(std::int64_t tokens, std::mt19937_64& generator) {
  const auto from_1_to = [&](std::uint64_t most) { return 1 + static_cast<std::int64_t>(generator() % most); };
  const std::int64_t batch = from_1_to(2);
  const std::int64_t groups = from_1_to(3);
  const std::int64_t heads = groups * from_1_to(3);
  const std::int64_t dim = from_1_to(6);
  const std::int64_t size = from_1_to(6);
  const auto random = [&](reference::Shape shape) { return random_tensor(std::move(shape), generator); };
  return {{random({batch, heads, tokens, dim}), mapped(random({batch, tokens, heads}), reference::softplus),
           random({batch, groups, tokens, size}), random({batch, groups, tokens, size})},
          {mapped(random({heads}), [](Real log) { return -std::exp(log); }), random({heads})},
          random({batch, heads, size, dim})};
}

// The dual from its initial state on; a chunk of 0 tokens: token by token. The outputs and the last state.
std::pair<Tensor, Tensor> run(const Dual& dual, std::int64_t chunk) {
  Counter counter;
  StateLayer state(counter);
  state.allocate("state", dual.initial.shape(), codec("real"));
  state.write("state", dual.initial);
  Tensor y = chunk == 0 ? state_space_dual(state, "state", dual.tokens, dual.weights, counter)
                        : state_space_dual_chunked(state, "state", dual.tokens, dual.weights, chunk, counter);
  return {std::move(y), state.held("state")};
}

void chunked_is_recurrent(Checks& checks, const Subject&) {
  std::mt19937_64 generator(20240705);
  for (const std::int64_t tokens : {1, 7, 16, 23}) {
    for (const std::int64_t chunk : {1, 4, 5, 23, 64}) {
      double outputs = 0;
      double states = 0;
      for (int i = 0; i < 5; ++i) {
        const Dual dual = random_dual(tokens, generator);
        const auto [y, state] = run(dual, 0);
        const auto [chunked_y, chunked_state] = run(dual, chunk);
        outputs = std::max(outputs, largest_difference(y, chunked_y));
        states = std::max(states, largest_difference(state, chunked_state));
      }
      checks.within(fmt::format("{} tokens in chunks of {}: outputs", tokens, chunk), outputs, kProofBound);
      checks.within(fmt::format("{} tokens in chunks of {}: state", tokens, chunk), states, kProofBound);
    }
  }
}

// Mamba's scan with one decay a channel, and the dual of as many heads, one wide, that all share one group.
void dual_is_scan(Checks& checks, const Subject&) {
  std::mt19937_64 generator(20240706);
  for (const std::int64_t inner : {1, 3, 8}) {
    constexpr std::int64_t kBatch = 2;
    constexpr std::int64_t kTokens = 15;
    constexpr std::int64_t kSize = 5;
    const auto random = [&](reference::Shape shape) { return random_tensor(std::move(shape), generator); };
    const reference::ScanTokens tokens{random({kBatch, kTokens, inner}),
                                       mapped(random({kBatch, kTokens, inner}), reference::softplus),
                                       random({kBatch, kTokens, kSize}), random({kBatch, kTokens, kSize})};
    const DualWeights weights{mapped(random({inner}), [](Real log) { return -std::exp(log); }), random({inner})};
    Tensor a({inner, kSize});
    for (std::int64_t c = 0; c < inner; ++c) {
      std::ranges::fill(a.row(c), weights.a(c));
    }
    Counter counter;
    StateLayer scan(counter);
    scan.allocate("state", {kBatch, 1, inner, kSize}, codec("real"));
    StateLayer dual(counter);
    dual.allocate("state", {kBatch, inner, kSize, 1}, codec("real"));
    const Tensor expected = selective_scan(scan, "state", tokens, a, weights.skip, counter);
    const auto by_scan = counter.take();
    const Tensor y = merged_heads(state_space_dual(
        dual, "state",
        {split_heads(tokens.x, inner), tokens.delta, split_heads(tokens.write, 1), split_heads(tokens.read, 1)},
        weights, counter));
    const auto by_dual = counter.take();
    checks.near(fmt::format("{} channels", inner), expected, y, kProofBound);
    checks.equal(fmt::format("{} channels", inner), by_scan.useful_of(reference::Work::state).value,
                 by_dual.useful_of(reference::Work::state).value, "multiply-adds");
    checks.equal(fmt::format("{} channels: stored", inner), scan.footprint().stored.value,
                 dual.footprint().stored.value, "bytes");
  }
}

constexpr std::string_view kScanStepsClaim =
    "outputs over a text at once are those over a part at once and the rest token by token, and the state has the "
    "same bytes before the first token and after the last";

constexpr std::array kScanProofs{
    memory_proof("mamba.memory"),
    Proof{"mamba.decode", "mamba", kScanStepsClaim,
          "8 random whole layers, 17 tokens of two requests, bit for bit", mamba_steps},
    memory_proof("mamba2.memory"),
    Proof{
        "mamba2.decode", "mamba2", kScanStepsClaim,
        "8 random whole layers with limited step sizes, 17 tokens of two requests: bit for bit token by token, to "
        "within 1e-12 in chunks",
        mamba2_steps},
    Proof{"mamba2.chunked", "mamba2",
          "the chunked form gives the recurrent one's outputs and state; with a chunk as long as the text it is "
          "masked attention",
          "5 random shapes with an initial state for each length of 1, 7, 16 and 23 and chunk of 1, 4, 5, 23 and "
          "64 tokens, to within 1e-12",
          chunked_is_recurrent},
    Proof{"mamba2.scan", "mamba2",
          "with heads one wide and one group it is Mamba's selective scan with one decay a channel: the same "
          "outputs, bytes and multiply-adds",
          "1, 3 and 8 channels, 15 tokens of two requests, outputs to within 1e-12", dual_is_scan},
    memory_proof("rwkv7.memory"),
    Proof{"rwkv7.decode", "rwkv7", kScanStepsClaim,
          "8 random time mixings, half of them a model's first, 17 tokens of two requests, bit for bit",
          rwkv7_steps},
    memory_proof("conv.memory"),
    Proof{"conv.decode", "conv", kScanStepsClaim, "8 random whole layers, 17 tokens of two requests, bit for bit",
          convolution_steps},
};

}  // namespace

std::span<const Proof> scan_proofs() { return kScanProofs; }

}  // namespace kvtally
