#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "reference/cache/state.hpp"
#include "verify/layer_step.hpp"

namespace kvtally {

/// What a recurrence keeps: a tensor of the account's name, and how many sizes its shape has.
struct WantedTensor {
  std::string_view name;
  std::size_t axes;
  bool optional = false;
};

/// The tail of a short convolution, where there is one.
inline constexpr WantedTensor kWantedTail{"convolution", 2, true};

/// Why a layer's state is not one of these tensors in storable formats; empty when it is.
std::string why_no_step(const Layer& layer, std::initializer_list<WantedTensor> all);

/// The tensor of that name; null when the layer's state has none.
const StateTensor* state_tensor(const Layer& layer, std::string_view name);

/// A layer's state with S − 1 tokens in it, and its S-th token, which alone is counted. The convolution, where
/// there is one, is allocated and run beside whatever else the step computes.
class StateStep {
 public:
  StateStep(const Layer& layer, std::int64_t seen);

  const std::vector<std::int64_t>& shape(std::string_view name) const { return state_tensor(layer_, name)->shape; }
  /// A tensor [batch, heads, rows, dim] under a name of the account, full of numbers.
  void hold(std::string_view name, const reference::Shape& shape);
  /// A vector of its size.
  void hold(std::string_view name) { hold(name, {1, 1, 1, shape(name)[0]}); }

  /// `compute`(StateLayer&, Counter&) is the token's step, but for the convolution's.
  template <class Compute>
  LayerStep run(const Compute& compute) {
    begin();
    compute(state_, counter_);
    return end();
  }

 private:
  void begin();
  LayerStep end();

  const Layer& layer_;
  std::int64_t before_;
  reference::Counter counter_;
  reference::StateLayer state_{counter_};
};

}  // namespace kvtally
