#pragma once

#include <cstdint>

#include "core/quantity.hpp"

namespace kvtally::reference {

/// One head of a latent layer.
struct LatentSizes {
  std::int64_t rank = 1;
  std::int64_t rope = 0;
  std::int64_t nope = 1;
  std::int64_t value_dim = 1;
};

/// Multiply-adds of one head: what turns latents into keys and values, or queries and sums into the latents'
/// space, and what queries do with what they see.
struct LatentWork {
  MultiplyAdds expansion;
  MultiplyAdds attention;
  MultiplyAdds total() const { return expansion + attention; }
  friend bool operator==(const LatentWork&, const LatentWork&) = default;
};

/// What the executor counts while one head of latent attention computes `tokens` tokens behind `prefix` stored
/// ones: naive, which makes keys and values of every latent that it sees (latent_naive.hpp), or absorbed
/// (latent_absorbed.hpp). It really runs: for few tokens.
LatentWork naive_work(const LatentSizes& sizes, std::int64_t prefix, std::int64_t tokens);
LatentWork absorbed_work(const LatentSizes& sizes, std::int64_t prefix, std::int64_t tokens);

}  // namespace kvtally::reference
