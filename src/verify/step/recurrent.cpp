#include <algorithm>
#include <fmt/format.h>

#include "reference/kind/convolution_tail.hpp"
#include "reference/kind/mamba.hpp"
#include "reference/kind/mamba2.hpp"
#include "reference/kind/rwkv7.hpp"
#include "reference/kind/short_convolution.hpp"
#include "reference/layer/channel_mixing.hpp"
#include "reference/layer/token_shift.hpp"
#include "reference/storage/codec.hpp"
#include "verify/random/filler.hpp"
#include "verify/step/steps.hpp"

// Recurrences with states of their own sort. Their tensors have the account's names and sizes.

namespace kvtally {

namespace {

using namespace reference;  // NOLINT: the executor's names, in this file alone

const StateTensor* find(const Layer& layer, std::string_view name) {
  const auto& tensors = layer.state.tensors;
  const auto found = std::ranges::find(tensors, name, &StateTensor::name);
  return found == tensors.end() ? nullptr : &*found;
}

// What a recurrence keeps: a name, and how many sizes its shape has.
struct Wanted {
  std::string_view name;
  std::size_t axes;
  bool optional = false;
};

constexpr Wanted kConvolution{"convolution", 2, true};

std::string why_not(const Layer& layer, std::initializer_list<Wanted> all) {
  for (const Wanted& wanted : all) {
    const StateTensor* tensor = find(layer, wanted.name);
    if (tensor == nullptr && !wanted.optional) {
      return fmt::format("its state has no {}", wanted.name);
    }
    if (tensor != nullptr && tensor->shape.size() != wanted.axes) {
      return fmt::format("the {} of its state has not {} axes", wanted.name, wanted.axes);
    }
  }
  for (const StateTensor& tensor : layer.state.tensors) {
    if (std::ranges::find(all, tensor.name, &Wanted::name) == all.end()) {
      return fmt::format("nothing uses the {} of its state", tensor.name);
    }
    if (!find_codec(tensor.format.name)) {
      return fmt::format("no codec stores {}", tensor.format.name);
    }
  }
  return "";
}

// A layer's state with S − 1 tokens in it, and its S-th token.
class StateStep {
 public:
  StateStep(const Layer& layer, std::int64_t seen) : layer_(layer), before_(seen - 1) {
    if (const StateTensor* tail = find(layer, "convolution")) {
      allocate_tail(state_, tail->name, 1, tail->shape[0], tail->shape[1] + 1, codec(tail->format.name));
    }
  }

  const std::vector<std::int64_t>& shape(std::string_view name) const { return find(layer_, name)->shape; }

  // A tensor [batch, heads, rows, dim] under a name of the account, full of numbers.
  void hold(std::string_view name, const Shape& shape) {
    state_.allocate(name, shape, codec(find(layer_, name)->format.name));
    state_.write(name, filler(shape));
  }
  template <class Compute>
  LayerStep run(const Compute& compute) {
    state_.saw(before_);
    counter_.take();
    compute(state_, counter_);
    if (const StateTensor* tail = find(layer_, "convolution")) {
      const std::int64_t channels = tail->shape[0];
      short_convolution(state_, "convolution", filler({1, 1, channels}),
                        {filler({channels, tail->shape[1] + 1}), {}}, counter_);
    }
    state_.saw(1);
    return {state_.footprint(), counter_.take()};
  }

 private:
  const Layer& layer_;
  std::int64_t before_;
  Counter counter_;
  StateLayer state_{counter_};
};

LayerStep run_mamba(const Layer& layer, std::int64_t seen) {
  StateStep step(layer, seen);
  const std::int64_t inner = step.shape("state")[0];
  const std::int64_t size = step.shape("state")[1];
  step.hold("state", {1, 1, inner, size});
  return step.run([&](StateLayer& state, Counter& counter) {
    const ScanTokens token{filler({1, 1, inner}), filler({1, 1, inner}), filler({1, 1, size}),
                           filler({1, 1, size})};
    selective_scan(state, "state", token, filler({inner, size}), filler({inner}), counter);
  });
}

LayerStep run_mamba2(const Layer& layer, std::int64_t seen) {
  StateStep step(layer, seen);
  const std::int64_t heads = step.shape("state")[0];
  const std::int64_t dim = step.shape("state")[1];
  const std::int64_t size = step.shape("state")[2];
  // The convolution has heads · P + 2 · groups · N channels.
  const std::int64_t groups =
      find(layer, "convolution") == nullptr ? 1 : (step.shape("convolution")[0] - heads * dim) / (2 * size);
  step.hold("state", {1, heads, size, dim});
  return step.run([&](StateLayer& state, Counter& counter) {
    const DualTokens token{filler({1, heads, 1, dim}), filler({1, 1, heads}), filler({1, groups, 1, size}),
                           filler({1, groups, 1, size})};
    state_space_dual(state, "state", token, {filler({heads}), filler({heads})}, counter);
  });
}

// A block's both halves: what the second one keeps is the block's too. It is run with few units, which cost no
// memory.
LayerStep run_rwkv7(const Layer& layer, std::int64_t seen) {
  constexpr std::int64_t kUnits = 4;
  StateStep step(layer, seen);
  const std::int64_t heads = step.shape("matrix")[0];
  const Shape keys{1, heads, 1, step.shape("matrix")[1]};
  const Shape values{1, heads, 1, step.shape("matrix")[2]};
  const std::int64_t hidden = step.shape("channel-mix shift")[0];
  step.hold("matrix", {1, heads, keys[3], values[3]});
  step.hold("time-mix shift", {1, 1, 1, step.shape("time-mix shift")[0]});
  step.hold("channel-mix shift", {1, 1, 1, hidden});
  return step.run([&](StateLayer& state, Counter& counter) {
    tokens_before(state, "time-mix shift", filler({1, 1, step.shape("time-mix shift")[0]}));
    const Rwkv7Tokens token{.receptance = filler(keys),
                            .decay = filler(keys),
                            .key = filler(keys),
                            .value = filler(values),
                            .removal = filler(keys),
                            .rate = filler(keys)};
    rwkv7(state, "matrix", token, counter);
    const ChannelMixing second{filler({hidden}), {filler({kUnits, hidden}), {}}, {filler({hidden, kUnits}), {}}};
    channel_mixing(state, second, filler({1, 1, hidden}), counter);
  });
}

LayerStep run_convolution(const Layer& layer, std::int64_t seen) {
  return StateStep(layer, seen).run([](StateLayer&, Counter&) {});
}

}  // namespace

StepRunner mamba_step() {
  return {[](const Layer& layer) { return why_not(layer, {kConvolution, {"state", 2}}); }, run_mamba};
}

StepRunner mamba2_step() {
  return {[](const Layer& layer) { return why_not(layer, {kConvolution, {"state", 3}}); }, run_mamba2};
}

StepRunner rwkv7_step() {
  return {[](const Layer& layer) {
            return why_not(layer, {{"matrix", 3}, {"time-mix shift", 1}, {"channel-mix shift", 1}});
          },
          run_rwkv7};
}

StepRunner convolution_step() {
  return {[](const Layer& layer) { return why_not(layer, {{"convolution", 2}}); }, run_convolution};
}

}  // namespace kvtally
