#pragma once

#include "reference/kind/latent.hpp"

namespace kvtally::reference {

/// The latents and rotary keys that some new query may look at, each read once from its store.
struct LatentRows {
  Tensor latent;                        // c_j [batch, 1, positions, rank]
  Tensor rope;                          // r_j [batch, 1, positions, rope]
  std::vector<std::int64_t> positions;  // j
  std::vector<std::int64_t> pages;      // of each request and position, when the rows lie in pages
};

/// Of what the container handed out, the rows that the mask lets a query [batch, heads, tokens, dim] see. `query`
/// stands at the positions from `first_query` on.
LatentRows visible_latents(const KeyValues& there, const Tensor& query, std::int64_t first_query,
                           const Mask& mask);

/// Expanded keys or values [batch, heads, positions, dim] of these rows, in the pages of their latents, for
/// kernels that count pages. Reading them counts nothing: they are intermediates.
Rows expanded_rows(Tensor numbers, const LatentRows& from);

}  // namespace kvtally::reference
