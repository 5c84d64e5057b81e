#pragma once

#include "reference/kind/convolution_tail.hpp"
#include "reference/layer/convolved_heads.hpp"
#include "reference/random.hpp"

/// Random layers with a state, 6 wide: keys of 4, values of 3, a convolution over 3 tokens.
namespace kvtally::test {

inline constexpr std::int64_t kHidden = 6;
inline constexpr std::int64_t kStateKey = 4;
inline constexpr std::int64_t kStateValue = 3;
inline constexpr std::int64_t kKernel = 3;

inline reference::Linear random_linear(std::int64_t out, std::int64_t in, std::uint64_t seed) {
  return {random_tensor({out, in}, seed), {}};
}

inline reference::ConvolvedHeads random_heads(std::int64_t key_heads, std::int64_t value_heads) {
  const std::int64_t channels = 2 * key_heads * kStateKey + value_heads * kStateValue;
  return {.key_heads = key_heads,
          .value_heads = value_heads,
          .query = random_linear(key_heads * kStateKey, kHidden, 1),
          .key = random_linear(key_heads * kStateKey, kHidden, 2),
          .value = random_linear(value_heads * kStateValue, kHidden, 3),
          .convolution = {random_tensor({channels, kKernel}, 4), random_tensor({channels}, 5)}};
}

/// "matrix" and "convolution" for one request, as such a layer wants them.
inline reference::StateLayer state_for(const reference::ConvolvedHeads& heads, reference::Counter& counter) {
  reference::StateLayer state(counter);
  state.allocate("matrix", {1, heads.value_heads, kStateKey, kStateValue}, reference::codec("real"));
  allocate_tail(state, "convolution", 1, heads.convolution.weight.size(0), kKernel, reference::codec("real"));
  return state;
}

/// Bytes of these numbers.
inline Bytes real_bytes(std::int64_t numbers) { return {numbers * std::int64_t{sizeof(reference::Real)}}; }

}  // namespace kvtally::test
