#pragma once

#include <random>
#include <span>
#include <string_view>

#include "reference/kind/dplr.hpp"
#include "reference/kind/gated_delta.hpp"

namespace kvtally {

/// Random tokens and gates for any rule of a matrix state, and a state to begin with.
struct StateCase {
  reference::NewTokens tokens;      // keys of length 1
  reference::Tensor rate;           // between 0 and 1, [batch, heads, tokens, 1]
  reference::Tensor decay;          // log decays of a head, [batch, heads, tokens, 1]
  reference::Tensor channel_decay;  // and of each key channel
  std::vector<reference::Real> slopes;
  reference::Tensor states;
};

/// Of 1 to 2 requests, 1 to 2 key heads, 1 to 2 value heads each, widths up to 9 and so many tokens.
StateCase random_state_case(std::int64_t tokens, std::mt19937_64& generator);

/// A rule of a matrix state: as a recurrence of its own, and as a case of the general rule.
struct StateRule {
  std::string_view kind;
  std::string_view name;
  reference::Tensor (*recurrence)(const StateCase& given, reference::Tensor& states, reference::Counter& counter);
  reference::LowRankTokens (*general)(const StateCase& given);
};

/// All of them.
std::span<const StateRule> state_rules();

}  // namespace kvtally
