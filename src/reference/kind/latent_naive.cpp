#include "reference/kind/latent_naive.hpp"

#include <algorithm>

namespace kvtally::reference {

namespace {

// Whether some new query may look at the token. The newest query is asked first: a causal mask lets it see all.
bool seen(const Tensor& query, std::int64_t first_query, const Mask& mask, std::int64_t token) {
  for (std::int64_t t = query.size(2) - 1; t >= 0 && token >= 0; --t) {
    for (std::int64_t b = 0; b < query.size(0); ++b) {
      for (std::int64_t h = 0; h < query.size(1); ++h) {
        if (mask({b, h, first_query + t, token})) {
          return true;
        }
      }
    }
  }
  return false;
}

// The rows of those slots, each read once: [batch, 1, slots, dim].
Tensor read(const Rows& rows, std::span<const std::int64_t> slots) {
  Tensor out({rows.batch(), 1, static_cast<std::int64_t>(slots.size()), rows.dim()});
  for (std::int64_t b = 0; b < rows.batch(); ++b) {
    for (std::int64_t i = 0; i < out.size(2); ++i) {
      const std::int64_t slot = slots[static_cast<std::size_t>(i)];
      rows.need(b, 0, slot);
      std::ranges::copy(rows.load(b, 0, slot), out.row(b, 0, i).begin());
    }
  }
  return out;
}

// Expanded keys belong to the pages of their latents, for kernels that count pages.
Rows in_pages_of(const Rows& there, std::span<const std::int64_t> slots, Rows rows) {
  std::vector<std::int64_t> pages;
  for (std::int64_t b = 0; b < there.batch() && !there.pages().empty(); ++b) {
    for (const std::int64_t slot : slots) {
      pages.push_back(there.page(b, slot));
    }
  }
  return there.pages().empty() ? rows : rows.in_pages(std::move(pages));
}

}  // namespace

Attended latent_naive(const Means& means, const LatentTokens& tokens, const LatentWeights& weights,
                      const Scoring& scoring, const Mask& mask) {
  const std::int64_t first_query = means.cache.layer(means.layer).length();
  const KeyValues there = means.cache.update(tokens.latent, tokens.rope, means.layer);

  std::vector<std::int64_t> slots;
  std::vector<std::int64_t> positions;
  for (std::int64_t slot = 0; slot < there.keys.slots(); ++slot) {
    if (seen(tokens.query, first_query, mask, there.keys.position(slot))) {
      slots.push_back(slot);
      positions.push_back(there.keys.position(slot));
    }
  }
  const Tensor latent = read(there.keys, slots);  // c_j [batch, 1, positions, rank]
  const Tensor rope = read(there.values, slots);  // r_j [batch, 1, positions, rope]
  const Rows keys = in_pages_of(
      there.keys, slots, {expanded_keys(latent, rope, weights, means.counter), positions});  // k_h = [U_h c | r]
  const Rows values(lifted(latent, weights.values, means.counter), positions);               // v_h = V_h c
  means.counter.made(keys.numbers().count());
  means.counter.made(values.numbers().count());

  return means.kernel.run({.query = tokens.query,
                           .first_query = first_query,
                           .keys = keys,
                           .values = values,
                           .mask = mask,
                           .scoring = scoring,
                           .counter = means.counter});
}

}  // namespace kvtally::reference
