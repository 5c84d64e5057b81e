#pragma once

#include <algorithm>
#include <cassert>
#include <span>

#include "reference/tensor/tensor.hpp"

namespace kvtally::reference {

/// Which blocks of keys each query reads, as an indexer chose them. Block i holds the tokens [i · size,
/// (i + 1) · size); a choice of single tokens is one of blocks of 1.
struct BlockChoice {
  std::int64_t size = 1;
  Shape shape;                       // [batch, key heads, tokens, blocks]; one key head: the same for all
  std::vector<std::int64_t> blocks;  // padded with −1; in any order

  /// The choice of one query for one key head: ascending, each once, without padding.
  std::vector<std::int64_t> of(std::int64_t batch, std::int64_t key_head, std::int64_t token) const {
    assert(shape.size() == 4 && count_of(shape) == static_cast<std::int64_t>(blocks.size()));
    const auto width = static_cast<std::size_t>(shape[3]);
    const auto row =
        static_cast<std::size_t>((batch * shape[1] + (shape[1] == 1 ? 0 : key_head)) * shape[2] + token);
    const std::span<const std::int64_t> padded = std::span(blocks).subspan(row * width, width);
    std::vector<std::int64_t> chosen(padded.begin(), padded.end());
    std::erase(chosen, -1);
    std::ranges::sort(chosen);
    const auto twice = std::ranges::unique(chosen);
    chosen.erase(twice.begin(), twice.end());
    return chosen;
  }
};

}  // namespace kvtally::reference
