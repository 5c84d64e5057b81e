#include "plan/pipeline.hpp"

#include <algorithm>
#include <cstddef>

namespace kvtally {

namespace {

bool reuses_choice(const Layer& layer) {
  return std::ranges::any_of(layer.memories, [](const Memory& memory) {
    return memory.indexer && memory.indexer->source == Indexer::Source::earlier_layer;
  });
}

bool has_choice(const Layer& layer) {
  return std::ranges::any_of(layer.memories, [](const Memory& memory) {
    return memory.indexer && memory.indexer->source == Indexer::Source::own;
  });
}

// The layer whose memory, or choice, layer i needs; i itself where there is none.
std::size_t needed_by(const Model& model, const std::vector<std::size_t>& order, std::size_t i) {
  const Layer& layer = model.layers[order[i]];
  std::size_t needed = i;
  if (layer.sharing.owner == Sharing::Owner::layer_before) {
    needed = i - std::min(i, static_cast<std::size_t>(layer.sharing.layers_before));
  } else if (layer.sharing.owner == Sharing::Owner::same_kind) {
    for (std::size_t j = 0; j < i; ++j) {
      const Layer& other = model.layers[order[j]];
      needed = other.kind == layer.kind && other.sharing.owner == Sharing::Owner::own ? j : needed;
    }
  }
  if (reuses_choice(layer)) {
    std::size_t chooser = i;
    for (std::size_t j = 0; j < i; ++j) {
      chooser = has_choice(model.layers[order[j]]) ? j : chooser;
    }
    needed = std::min(needed, chooser);
  }
  return needed;
}

// A run of layers that no cut parts.
struct Block {
  std::int64_t first = 0;
  Wide cost = 0;
};

std::vector<Block> blocks_of(const StageCosts& costs, const std::vector<bool>& cuts) {
  // Among cuts of equal bytes the longest stage is to be short: a layer weighs less than any byte.
  const Wide scale = static_cast<Wide>(costs.layers.size()) + 1;
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < costs.layers.size(); ++i) {
    if (i == 0 || cuts[i]) {
      blocks.push_back({static_cast<std::int64_t>(i), 0});
    }
    blocks.back().cost += costs.layers[i] * scale + 1;
  }
  if (!blocks.empty()) {
    blocks.front().cost += costs.first * scale;
    blocks.back().cost += costs.last * scale;
  }
  return blocks;
}

// The blocks that stages begin with when each is filled up to `limit`, and leaves one block for each of the rest.
std::vector<std::size_t> filled(const std::vector<Block>& blocks, std::size_t stages, Wide limit) {
  std::vector<std::size_t> starts{0};
  Wide sum = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const bool must = starts.size() < stages && blocks.size() - i == stages - starts.size();
    if (i > 0 && (must || sum + blocks[i].cost > limit)) {
      starts.push_back(i);
      sum = 0;
    }
    sum += blocks[i].cost;
  }
  return starts;
}

}  // namespace

std::vector<bool> possible_cuts(const Model& model) {
  const std::vector<std::size_t> order = unrolled(model.order);
  std::vector<bool> cuts(order.size(), true);
  // Layers without a need are most; only the others are looked into, which go back through the layers.
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Layer& layer = model.layers[order[i]];
    if (layer.sharing.owner != Sharing::Owner::own || reuses_choice(layer)) {
      std::fill(cuts.begin() + static_cast<std::ptrdiff_t>(needed_by(model, order, i)) + 1,
                cuts.begin() + static_cast<std::ptrdiff_t>(i) + 1, false);
    }
  }
  return cuts;
}

std::optional<std::vector<std::int64_t>> cut_into(const StageCosts& costs, const std::vector<bool>& cuts,
                                                  std::int64_t stages) {
  const std::vector<Block> blocks = blocks_of(costs, cuts);
  const auto wanted = static_cast<std::size_t>(stages);
  if (stages < 1 || blocks.size() < wanted) {
    return std::nullopt;
  }
  Wide low = 0;   // no stage is cheaper than its costliest block
  Wide high = 0;  // enough: all of them
  for (const Block& block : blocks) {
    low = std::max(low, block.cost);
    high += block.cost;
  }
  while (low < high) {
    const Wide middle = low + (high - low) / 2;
    if (filled(blocks, wanted, middle).size() <= wanted) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  std::vector<std::int64_t> starts;
  for (const std::size_t block : filled(blocks, wanted, low)) {
    starts.push_back(blocks[block].first);
  }
  return starts;
}

}  // namespace kvtally
