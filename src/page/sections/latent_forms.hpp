#pragma once

#include <optional>
#include <string>

#include "model/model.hpp"
#include "reference/watched/latent_work.hpp"

namespace kvtally {

/// Multiply-adds of a head of latent attention in its two forms, from unit costs that the executor counted. Both
/// grow by latents unpacked and pairs seen, as tests/reference/watched/latent_work_test.cpp shows.
struct LatentForms {
  reference::LatentSizes sizes;
  std::int64_t heads = 1;
  std::int64_t layers = 1;
  Wide expansion = 0;      // of one latent to a key and a value; or of a query and a sum
  Wide pair_expanded = 0;  // of a query with a position, unpacked
  Wide pair_absorbed = 0;  // with its latent

  /// Of `tokens` ≥ 1 tokens computed together behind `prefix` ≥ 0 stored ones, causal pairs.
  Wide expanded(std::int64_t prefix, std::int64_t tokens) const;
  Wide absorbed(std::int64_t prefix, std::int64_t tokens) const;

  /// The fewest tokens, computed together behind `prefix` ones, for which unpacking takes no more than absorbing;
  /// nothing where there are none up to 2^20.
  std::optional<std::int64_t> crossing(std::int64_t prefix) const;
};

/// Those of a model whose layers are all latents that are read whole; nothing of another.
std::optional<LatentForms> latent_forms(const Model& model);

/// The digits of a number that may not fit into 64 bits.
std::string wide_text(Wide value);

}  // namespace kvtally
