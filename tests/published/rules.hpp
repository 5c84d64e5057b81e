#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

namespace kvtally::test {

/// What the layers of a configuration keep, in bytes, in bf16 and with recurrent states in f32: the figures of
/// tests/published/corpus.hpp. Sums of the functions below, so that a row of a table is its own arithmetic.
struct Kept {
  std::int64_t near = 0;   // entries at 4096 tokens
  std::int64_t far = 0;    // entries at 131072
  std::int64_t index = 0;  // at 131072
  std::int64_t state = 0;
  std::int64_t cross = 0;  // for each position of the encoder
  friend constexpr Kept operator+(Kept a, Kept b) {
    return {a.near + b.near, a.far + b.far, a.index + b.index, a.state + b.state, a.cross + b.cross};
  }
};

/// Layers of keys and values, of `heads` vectors of `dim` each.
constexpr Kept full(std::int64_t layers, std::int64_t heads, std::int64_t dim) {
  const std::int64_t token = layers * 2 * heads * dim * 2;
  return {token * 4096, token * 131'072, 0, 0, 0};
}

/// The same for the last `size` tokens, or for one chunk of so many.
constexpr Kept window(std::int64_t layers, std::int64_t heads, std::int64_t dim, std::int64_t size) {
  const std::int64_t token = layers * 2 * heads * dim * 2;
  return {token * std::min<std::int64_t>(4096, size), token * std::min<std::int64_t>(131'072, size), 0, 0, 0};
}

/// Layers of one latent, its rotary part included.
constexpr Kept latent(std::int64_t layers, std::int64_t width) {
  return {layers * width * 2 * 4096, layers * width * 2 * 131'072, 0, 0, 0};
}

/// Layers with an index key for each token.
constexpr Kept indexed(std::int64_t layers, std::int64_t width) {
  return {0, 0, layers * width * 2 * 131'072, 0, 0};
}

/// Layers with a recurrent state of so many elements, and a convolution's tail.
constexpr Kept state(std::int64_t layers, std::int64_t elements, std::int64_t tail) {
  return {0, 0, 0, layers * (elements * 4 + tail * 2), 0};
}

/// Layers that read keys and values of an encoder.
constexpr Kept cross(std::int64_t layers, std::int64_t heads, std::int64_t dim) {
  return {0, 0, 0, 0, layers * 2 * heads * dim * 2};
}

/// What a configuration of a model type keeps. What `keys` leaves out is the default of the type's class in
/// transformers 5.16.
struct TypeRule {
  std::string_view model_type;
  std::string_view keys;  // members of the JSON object beside model_type
  Kept kept;
};

/// Types whose layers all hold keys and values of every position.
std::span<const TypeRule> rules_of_plain_types();
/// Types with windows or chunks.
std::span<const TypeRule> rules_of_windows();
/// Latents, states, hybrids and encoder-decoders.
std::span<const TypeRule> rules_of_other_types();

}  // namespace kvtally::test
