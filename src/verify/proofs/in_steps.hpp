#pragma once

#include <functional>
#include <random>
#include <string>
#include <string_view>

#include "reference/cache/state.hpp"
#include "verify/check.hpp"

namespace kvtally {

/// A layer whose memory of the past is a state.
struct StatefulLayer {
  std::int64_t width = 1;  // of a token
  std::function<void(reference::StateLayer&, std::int64_t batch)> allocate;
  /// The new tokens [batch, tokens, width].
  std::function<reference::Tensor(reference::StateLayer&, const reference::Tensor&)> run;
};

/// Compares its outputs over 17 random tokens of two requests at once with those over a few at once and the others
/// one by one, to within `bound` (0: bit for bit), and the state's bytes before the first token and after the
/// last.
void compare_in_steps(Checks& checks, const std::string& name, const StatefulLayer& layer,
                      std::mt19937_64& generator, double bound = 0);

/// What that proves with a bound of 0.
inline constexpr std::string_view kStepsClaim =
    "outputs over a text at once are those over a part at once and the rest token by token, bit for bit, and the "
    "state has the same bytes before the first token and after the last";

}  // namespace kvtally
