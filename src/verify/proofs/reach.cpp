#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "reference/cache/sliding.hpp"
#include "reference/layer/softmax_layer.hpp"
#include "reference/storage/codec.hpp"
#include "verify/proofs/parts.hpp"
#include "verify/random/tensor.hpp"
#include "verify/random/weights.hpp"

// How far back layers with a window see when they stand one above the other.

namespace kvtally {

namespace {

using reference::Tensor;

constexpr std::int64_t kReachHidden = 8;

std::vector<reference::SoftmaxLayer> random_stack(std::int64_t layers, std::int64_t window,
                                                  std::mt19937_64& generator) {
  std::vector<reference::SoftmaxLayer> stack(static_cast<std::size_t>(layers));
  for (reference::SoftmaxLayer& layer : stack) {
    layer.heads = 2;
    layer.key_heads = 1;
    layer.query = random_linear(kReachHidden, kReachHidden, generator);
    layer.key = random_linear(kReachHidden / 2, kReachHidden, generator);
    layer.value = random_linear(kReachHidden / 2, kReachHidden, generator);
    layer.output = random_linear(kReachHidden, kReachHidden, generator);
    // Weights of one size: what comes through is no matter of rounding.
    layer.scoring.scale = reference::Real(0.1);
    layer.mask = reference::all_of(reference::causal(), reference::within(window));
  }
  return stack;
}

// The outputs of the last layer [1, tokens, hidden], token by token, each layer's result added to its input.
Tensor outputs_of(const std::vector<reference::SoftmaxLayer>& stack, std::int64_t window, const Tensor& x) {
  reference::Counter counter;
  reference::Cache cache;
  for (std::size_t i = 0; i < stack.size(); ++i) {
    const reference::CodecPtr real = reference::codec("real");
    cache.add(std::make_unique<reference::SlidingLayer>(window, real, real, counter));
  }
  Tensor out({1, 0, kReachHidden});
  for (std::int64_t t = 0; t < x.size(1); ++t) {
    Tensor token = slice(x, 1, t, t + 1);
    for (std::size_t i = 0; i < stack.size(); ++i) {
      const reference::Means means{cache, i, reference::kernel("streaming"), counter};
      const Tensor seen = softmax_layer(means, stack[i], token).output;
      for (std::int64_t c = 0; c < kReachHidden; ++c) {
        token(0, 0, c) += seen(0, 0, c);
      }
    }
    out = joined(out, token, 1);
  }
  return out;
}

// Which outputs change in any bit when the input of one token is another.
std::vector<std::int64_t> changed_by(const std::vector<reference::SoftmaxLayer>& stack, std::int64_t window,
                                     const Tensor& x, std::int64_t token) {
  Tensor other = x;
  for (std::int64_t c = 0; c < kReachHidden; ++c) {
    other(0, token, c) = -x(0, token, c);
  }
  const Tensor before = outputs_of(stack, window, x);
  const Tensor after = outputs_of(stack, window, other);
  std::vector<std::int64_t> out;
  for (std::int64_t t = 0; t < x.size(1); ++t) {
    if (!std::ranges::equal(before.row(0, t), after.row(0, t))) {
      out.push_back(t);
    }
  }
  return out;
}

void window_reach(Checks& checks, const Subject&) {
  std::mt19937_64 generator(20240707);
  for (const std::int64_t layers : {1, 2, 3, 4}) {
    for (const std::int64_t window : {2, 3, 5}) {
      const std::int64_t reach = layers * (window - 1);
      const std::int64_t token = 3;
      const auto stack = random_stack(layers, window, generator);
      const Tensor x = random_tensor({1, token + reach + 4, kReachHidden}, generator);
      const auto changed = changed_by(stack, window, x, token);
      const std::string name = fmt::format("{} layers of window {}", layers, window);
      checks.equal(name + ": first output that changes", token, changed.empty() ? -1 : changed.front(),
                   "position");
      checks.equal(name + ": last one, tokens behind it", reach, changed.empty() ? -1 : changed.back() - token,
                   "tokens");
      checks.equal(name + ": outputs that change", reach + 1, static_cast<Wide>(changed.size()), "outputs");
    }
  }
}

constexpr std::array kReachProofs{
    Proof{
        "swa.reach", "swa",
        "L layers with a window of W see L(W-1) tokens back: an input changes its own output and the next L(W-1), "
        "no other",
        "random softmax layers in sliding containers, token by token, 1 to 4 of them with windows of 2, 3 and 5; "
        "one input is changed, and outputs are compared bit for bit",
        window_reach},
};

}  // namespace

std::span<const Proof> reach_proofs() { return kReachProofs; }

}  // namespace kvtally
