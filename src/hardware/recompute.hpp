#pragma once

#include <expected>
#include <string>

#include "hardware/roofline.hpp"

namespace kvtally {

/// Useful multiply-adds of generating N tokens, one a step, when nothing is stored between steps: step t computes
/// the tokens 1 … t anew, causally and with latents expanded, and the head for the last of them alone. A token's
/// products with the weights are then made t times, t summed over N steps, N(N+1)/2; those of one pair of query
/// and key as often as steps see both, which makes N(N+1)(N+2)/6 of pairs. With a cache both sums are one degree
/// lower: pass_arithmetic().
///
/// Of `attention`: scores alone; `all` adds states and weights. The errors, as a sentence: a layer that does not
/// see and read every position before it, whose sum is another; no token or more than 2^30, beyond which the cube
/// is not counted.
std::expected<PassArithmetic, std::string> recomputing_arithmetic(const Model& model, const WeightLoad& weights,
                                                                  Tokens tokens);

}  // namespace kvtally
