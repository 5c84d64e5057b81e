#pragma once

#include <vector>

#include "reference/cache/rows.hpp"

namespace kvtally::reference {

/// Slots whose tokens lie in one stretch [index · size, (index + 1) · size), counted from the first token of their
/// sequence; in the order of the tokens.
struct Tile {
  std::int64_t index = 0;
  std::vector<std::int64_t> slots;
};

/// The tokens [begin, end) of one sequence.
struct Stretch {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// All slots in the order of their tokens, empty ones first. Kernels walk slots in this order, so that their sums
/// do not depend on where a container keeps a token.
std::vector<std::int64_t> slots_in_order(const Rows& rows);

/// The slots that hold a token, cut into tiles of `size` tokens that start at token 0. A tile without a slot is
/// left out.
std::vector<Tile> tiles_of(const Rows& rows, std::int64_t size);

/// The same for the tokens of one sequence of several; its tiles start at its own first token.
std::vector<Tile> tiles_of(const Rows& rows, std::int64_t size, Stretch sequence);

}  // namespace kvtally::reference
