#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "core/problem.hpp"

namespace kvtally {

/// A kind of attention as a user asks for it, before it is put into a model's shape (model/counterfactual.hpp).
struct Attention {
  enum class Kind : std::uint8_t { as_is, mha, gqa, mqa, mla, swa, chunked, dsa, linear, gdn, kda };
  /// What stands behind the colon: widths of keys and values (192+128), rank and rotary width of a latent
  /// (512+64), heads and width of an indexer (64x128).
  struct Pair {
    std::int64_t first = 0;
    std::int64_t second = 0;
    friend bool operator==(const Pair&, const Pair&) = default;
  };
  Kind kind = Kind::as_is;
  std::int64_t count = 0;    // key-value heads, window, chunk or top-k
  std::int64_t kept = 0;     // first positions that a window keeps beside its last ones
  std::optional<Pair> pair;  // nothing: of the model, or by the kind's rule
  friend bool operator==(const Attention&, const Attention&) = default;
};

/// Reads one word of `--as`, in any letter case and with `-`, `_`, a space or nothing before the number:
///
///     as-is | mha[:K+V] | gqa-N[:K+V] | mqa[:K+V] | mla[:RANK+ROPE] | swa-W[+FIRST] | chunked-C
///     | dsa-K[:HEADSxWIDTH] | linear | gdn | kda
///
/// W, FIRST, C and K are token counts (4096, 4K). The problem has no place.
std::expected<Attention, Problem> parse_attention(std::string_view word);

/// The word in its one spelling: "gqa-8", "mha:192+128", "swa-4096+4", "dsa-2048:64x128".
std::string name_of(const Attention& attention);

}  // namespace kvtally
