#pragma once

#include "reference/cache/dynamic.hpp"
#include "reference/kind/latent.hpp"
#include "reference/random.hpp"
#include "reference/storage/codec.hpp"

namespace kvtally::test {

/// The sizes of a latent layer.
struct LatentShape {
  std::int64_t batch = 1;
  std::int64_t heads = 2;
  std::int64_t tokens = 3;
  std::int64_t nope = 4;
  std::int64_t rope = 2;
  std::int64_t rank = 5;
  std::int64_t value_dim = 3;
};

inline reference::LatentTokens latent_tokens(const LatentShape& s) {
  return {random_tensor({s.batch, s.heads, s.tokens, s.nope + s.rope}, 1),
          random_tensor({s.batch, 1, s.tokens, s.rank}, 2), random_tensor({s.batch, 1, s.tokens, s.rope}, 3)};
}

inline reference::LatentWeights latent_weights(const LatentShape& s) {
  return {random_tensor({s.heads, s.nope, s.rank}, 4), random_tensor({s.heads, s.value_dim, s.rank}, 5)};
}

inline reference::LatentTokens part(const reference::LatentTokens& all, std::int64_t from, std::int64_t to) {
  return {slice(all.query, 2, from, to), slice(all.latent, 2, from, to), slice(all.rope, 2, from, to)};
}

/// A cache of one layer that grows.
inline reference::Cache one_layer(reference::Counter& counter) {
  reference::Cache cache;
  cache.add(
      std::make_unique<reference::DynamicLayer>(reference::codec("real"), reference::codec("real"), counter));
  return cache;
}

/// With a scale near 1/√dim of the small shapes here.
inline reference::Scoring plain_scoring() {
  return {.scale = reference::Real(0.4), .soft_cap = {}, .bias = {}, .sinks = {}};
}

}  // namespace kvtally::test
