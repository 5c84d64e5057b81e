#include "reference/kernel/streaming.hpp"

#include <algorithm>

#include "reference/kernel/fused.hpp"

// FlashAttention (arXiv 2205.14135; the loop order of 2307.08691: queries outside, keys inside). Of every key and
// value a row is loaded once for each tile of queries that has one that sees it; in decode that is once.

namespace kvtally::reference {

namespace {

// The queries [tokens.begin, tokens.end) of `input.query` over one sequence's tiles of keys.
void attend_sequence(const AttentionInput& in, Stretch tokens, std::span<const Tile> keys, std::int64_t origin,
                     Tensor& output) {
  const std::int64_t step = std::max<std::int64_t>(1, kQueryRows / group_of(in));
  for (std::int64_t b = 0; b < in.query.size(0); ++b) {
    for (std::int64_t h = 0; h < in.keys.heads(); ++h) {
      for (std::int64_t t = tokens.begin; t < tokens.end; t += step) {
        FusedTile queries(in, {b, h, t, std::min(t + step, tokens.end)}, origin);
        for (const Tile& tile : keys) {
          queries.take(tile);
        }
        queries.finish(output);
      }
    }
  }
}

}  // namespace

Attended streaming(const AttentionInput& in) {
  Tensor output = output_of(in);
  attend_sequence(in, {0, in.query.size(2)}, tiles_of(in.keys, kKeyTile), 0, output);
  return {std::move(output), {}};
}

Attended streaming_packed(const AttentionInput& in, std::span<const std::int64_t> boundaries) {
  Tensor output = output_of(in);
  const std::int64_t last = in.first_query + in.query.size(2);
  for (std::size_t i = 0; i + 1 < boundaries.size(); ++i) {
    const Stretch sequence{boundaries[i], boundaries[i + 1]};
    const Stretch tokens{std::clamp(sequence.begin, in.first_query, last) - in.first_query,
                         std::clamp(sequence.end, in.first_query, last) - in.first_query};
    attend_sequence(in, tokens, tiles_of(in.keys, kKeyTile, sequence), sequence.begin, output);
  }
  return {std::move(output), {}};
}

}  // namespace kvtally::reference
