#include "reference/kind/latent_rows.hpp"

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

std::vector<std::int64_t> pages_of(const Rows& rows, std::span<const std::int64_t> slots) {
  std::vector<std::int64_t> pages;
  for (std::int64_t b = 0; b < rows.batch() && !rows.pages().empty(); ++b) {
    for (const std::int64_t slot : slots) {
      pages.push_back(rows.page(b, slot));
    }
  }
  return pages;
}

}  // namespace

LatentRows visible_latents(const KeyValues& there, const Tensor& query, std::int64_t first_query,
                           const Mask& mask) {
  std::vector<std::int64_t> slots;
  std::vector<std::int64_t> positions;
  for (std::int64_t slot = 0; slot < there.keys.slots(); ++slot) {
    if (seen(query, first_query, mask, there.keys.position(slot))) {
      slots.push_back(slot);
      positions.push_back(there.keys.position(slot));
    }
  }
  return {read(there.keys, slots), read(there.values, slots), std::move(positions), pages_of(there.keys, slots)};
}

Rows expanded_rows(Tensor numbers, const LatentRows& from) {
  const Rows rows(std::move(numbers), from.positions);
  return from.pages.empty() ? rows : rows.in_pages(from.pages);
}

}  // namespace kvtally::reference
