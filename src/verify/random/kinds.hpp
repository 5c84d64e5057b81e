#pragma once

#include <span>
#include <string_view>

#include "verify/random/layer.hpp"

namespace kvtally {

/// How a small layer of one kind is drawn; its formats are drawn behind it.
struct RandomKind {
  std::string_view kind;
  Layer (*shape)(const Draw& draw);
};

// ---- each in the file of its name
std::span<const RandomKind> random_compressed_kinds();
std::span<const RandomKind> random_softmax_kinds();
std::span<const RandomKind> random_matrix_state_kinds();
std::span<const RandomKind> random_recurrent_kinds();
std::span<const RandomKind> random_sparse_kinds();

/// Keys and values of 1 to 3 key heads, 1 to 3 query heads each, 32 or 64 wide: every format's block divides that.
Memory random_key_values(const Draw& draw);
/// A latent of 32 to 96, with 32 rotary rows or none.
Memory random_latent(const Draw& draw);
/// Of index keys and of rows that wait: a format of single elements, so that they may be of any width and be cut
/// in halves.
Format random_element_format(const Draw& draw);

}  // namespace kvtally
