#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>

#include "check/figure.hpp"
#include "reference/cache/block_manager.hpp"

namespace kvtally {

namespace {

constexpr std::int64_t kMostBlocks = 4096;
constexpr std::int64_t kMostChildren = 64;

// A request of `blocks` blocks of two tokens, the last of which is not full, is forked by transformers' block
// manager as the executor runs it. `shared` false: its group keeps a window, whose blocks may not be shared.
std::optional<Value> fork_new_blocks(const Ask& ask) {
  constexpr std::int64_t kBlockSize = 2;
  const auto blocks = ask.fields().integer("blocks", 1, kMostBlocks);
  const auto children = ask.fields().integer("children", 1, kMostChildren);
  const auto shared = ask.fields().boolean("shared");
  if (!blocks || !children || !shared) {
    return ask.refuse("a fork is of blocks, children and shared", "blocks: 4, children: 2, shared: true");
  }
  reference::BlockManager manager(*blocks * (*children + 1), kBlockSize);
  const reference::Group group{0, *shared};
  auto table = manager.allocate(*blocks, std::nullopt, group);
  if (*shared) {
    const std::vector<reference::TokenId> tokens(static_cast<std::size_t>((*blocks - 1) * kBlockSize), 1);
    manager.complete(*blocks - 1, *table, tokens);
  }
  const std::int64_t before = manager.blocks_in_use();
  manager.fork(*table, *shared ? manager.complete_blocks(*table) : 0, *children, group);
  return whole(manager.blocks_in_use() - before, "blocks");
}

}  // namespace

std::span<const FigureKind> executor_figures() {
  static const std::array kFigures{
      FigureKind{"executor.fork_new_blocks", {"blocks", "children", "shared"}, fork_new_blocks},
  };
  return kFigures;
}

}  // namespace kvtally
