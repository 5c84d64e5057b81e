#pragma once

#include <memory>

#include "reference/cache/cache_layer.hpp"
#include "reference/random.hpp"
#include "reference/storage/codec.hpp"

namespace kvtally::test {

/// New keys and values, [batch, heads, tokens, dim] each; each token's numbers depend on its position alone.
struct Fresh {
  reference::Tensor keys;
  reference::Tensor values;
};

inline Fresh tokens_at(std::int64_t first, std::int64_t count, std::int64_t batch = 1, std::int64_t heads = 2,
                       std::int64_t key_dim = 3, std::int64_t value_dim = 2) {
  Fresh out{reference::Tensor({batch, heads, 0, key_dim}), reference::Tensor({batch, heads, 0, value_dim})};
  for (std::int64_t i = first; i < first + count; ++i) {
    const auto seed = static_cast<std::uint64_t>(i) * 2 + 1;
    out.keys = reference::joined(out.keys, random_tensor({batch, heads, 1, key_dim}, seed), 2);
    out.values = reference::joined(out.values, random_tensor({batch, heads, 1, value_dim}, seed + 1), 2);
  }
  return out;
}

/// The next `count` tokens of tokens_at().
inline reference::KeyValues take(reference::CacheLayer& layer, std::int64_t count) {
  const Fresh tokens = tokens_at(layer.length(), count);
  return layer.update(tokens.keys, tokens.values);
}

/// Bytes of one token of tokens_at() with one request: two heads, three numbers a key and two a value.
inline constexpr std::int64_t kEntry = 2 * (3 + 2) * std::int64_t{sizeof(reference::Real)};

using Positions = std::vector<std::int64_t>;

/// Whether the rows are those of tokens_at() at the positions that they say; empty slots are not looked at.
inline bool are_tokens(const reference::KeyValues& there) {
  for (std::int64_t slot = 0; slot < there.keys.slots(); ++slot) {
    const std::int64_t position = there.keys.position(slot);
    if (position < 0) {
      continue;
    }
    const Fresh expected = tokens_at(position, 1);
    if (reference::slice(there.keys.numbers(), 2, slot, slot + 1) != expected.keys ||
        reference::slice(there.values.numbers(), 2, slot, slot + 1) != expected.values) {
      return false;
    }
  }
  return there.keys.positions() == there.values.positions();
}

/// The same rows at the same positions.
inline bool same(const reference::KeyValues& a, const reference::KeyValues& b) {
  return a.keys.numbers() == b.keys.numbers() && a.values.numbers() == b.values.numbers() &&
         a.keys.positions() == b.keys.positions() && a.values.positions() == b.values.positions();
}

inline reference::Footprint entries(std::int64_t stored, std::int64_t carried) {
  return {Bytes{stored * kEntry}, Bytes{carried * kEntry}};
}

inline reference::CodecPtr real() { return reference::codec("real"); }

}  // namespace kvtally::test
