#include "verify/step/state_step.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "reference/kind/convolution_tail.hpp"
#include "reference/kind/short_convolution.hpp"
#include "reference/storage/codec.hpp"
#include "verify/random/filler.hpp"

namespace kvtally {

const StateTensor* state_tensor(const Layer& layer, std::string_view name) {
  const auto& tensors = layer.state.tensors;
  const auto found = std::ranges::find(tensors, name, &StateTensor::name);
  return found == tensors.end() ? nullptr : &*found;
}

std::string why_no_step(const Layer& layer, std::initializer_list<WantedTensor> all) {
  for (const WantedTensor& wanted : all) {
    const StateTensor* tensor = state_tensor(layer, wanted.name);
    if (tensor == nullptr && !wanted.optional) {
      return fmt::format("its state has no {}", wanted.name);
    }
    if (tensor != nullptr && tensor->shape.size() != wanted.axes) {
      return fmt::format("the {} of its state has not {} axes", wanted.name, wanted.axes);
    }
  }
  for (const StateTensor& tensor : layer.state.tensors) {
    if (std::ranges::find(all, tensor.name, &WantedTensor::name) == all.end()) {
      return fmt::format("nothing uses the {} of its state", tensor.name);
    }
    if (!reference::find_codec(tensor.format.name)) {
      return fmt::format("no codec stores {}", tensor.format.name);
    }
  }
  return "";
}

StateStep::StateStep(const Layer& layer, std::int64_t seen) : layer_(layer), before_(seen - 1) {
  if (const StateTensor* tail = state_tensor(layer, "convolution")) {
    reference::allocate_tail(state_, tail->name, 1, tail->shape[0], tail->shape[1] + 1,
                             reference::codec(tail->format.name));
  }
}

void StateStep::hold(std::string_view name, const reference::Shape& shape) {
  state_.allocate(name, shape, reference::codec(state_tensor(layer_, name)->format.name));
  state_.write(name, filler(shape));
}

void StateStep::begin() {
  state_.saw(before_);
  counter_.take();
}

LayerStep StateStep::end() {
  if (const StateTensor* tail = state_tensor(layer_, "convolution")) {
    const std::int64_t channels = tail->shape[0];
    reference::short_convolution(state_, "convolution", filler({1, 1, channels}),
                                 {filler({channels, tail->shape[1] + 1}), {}}, counter_);
  }
  state_.saw(1);
  return {state_.footprint(), counter_.take()};
}

}  // namespace kvtally
