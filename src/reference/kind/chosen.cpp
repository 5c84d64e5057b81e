#include "reference/kind/chosen.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace kvtally::reference {

std::vector<std::int64_t> top_k(std::span<const Real> scores, std::int64_t count) {
  const auto score = [&](std::int64_t index) { return scores[static_cast<std::size_t>(index)]; };
  std::vector<std::int64_t> best;
  for (std::int64_t index = 0; index < static_cast<std::int64_t>(scores.size()); ++index) {
    if (score(index) > -std::numeric_limits<Real>::infinity()) {
      best.push_back(index);
    }
  }
  if (static_cast<std::int64_t>(best.size()) > count) {
    const auto better = [&](std::int64_t a, std::int64_t b) {
      return score(a) > score(b) || (score(a) == score(b) && a < b);
    };
    std::ranges::nth_element(best, best.begin() + count, better);
    best.resize(static_cast<std::size_t>(count));
    std::ranges::sort(best);
  }
  return best;
}

Chosen best_of(Tensor scores, std::int64_t count, std::int64_t size) {
  const std::int64_t width = std::min(count, scores.size(3));
  BlockChoice choice{size, {scores.size(0), scores.size(1), scores.size(2), width}, {}};
  for (std::int64_t b = 0; b < scores.size(0); ++b) {
    for (std::int64_t h = 0; h < scores.size(1); ++h) {
      for (std::int64_t t = 0; t < scores.size(2); ++t) {
        std::vector<std::int64_t> best = top_k(std::as_const(scores).row(b, h, t), count);
        best.resize(static_cast<std::size_t>(width), -1);
        choice.blocks.insert(choice.blocks.end(), best.begin(), best.end());
      }
    }
  }
  return {std::move(choice), std::move(scores)};
}

void add_tails(BlockChoice& choice, std::int64_t first_query) {
  const std::int64_t width = choice.shape[3];
  BlockChoice with{choice.size, {choice.shape[0], choice.shape[1], choice.shape[2], width + 1}, {}};
  for (std::int64_t row = 0; row < choice.shape[0] * choice.shape[1] * choice.shape[2]; ++row) {
    const std::int64_t seen = first_query + row % choice.shape[2] + 1;
    const auto from = choice.blocks.begin() + row * width;
    with.blocks.insert(with.blocks.end(), from, from + width);
    with.blocks.push_back(seen % choice.size == 0 ? -1 : seen / choice.size);
  }
  choice = std::move(with);
}

Mask chosen(BlockChoice choice, std::int64_t first_query, std::int64_t query_heads) {
  return [choice = std::move(choice), first_query, query_heads](const Pair& pair) {
    const std::int64_t head = pair.head * choice.shape[1] / query_heads;
    const auto blocks = choice.of(pair.batch, head, pair.query - first_query);
    return std::ranges::binary_search(blocks, pair.key / choice.size);
  };
}

Means reading(const Means& means, const BlockChoice& choice) {
  return {means.cache, means.layer, means.kernel, means.counter, &choice};
}

Mask reading_mask(const Means& means, std::int64_t query_heads) {
  if (means.choice == nullptr || means.kernel.reads == Kernel::Reads::chosen_blocks) {
    return causal();
  }
  return all_of(causal(), chosen(*means.choice, means.cache.layer(means.layer).length(), query_heads));
}

}  // namespace kvtally::reference
