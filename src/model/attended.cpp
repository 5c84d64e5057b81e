#include "model/attended.hpp"

#include <algorithm>

namespace kvtally {

namespace {

const Row* row_of(const Memory& memory, Role role) {
  const auto found = std::ranges::find(memory.entry, role, &Row::role);
  return found == memory.entry.end() ? nullptr : &*found;
}

// How many index keys are pooled to one. A layer that reuses a choice has no index keys that would say so.
std::int64_t index_pool(const Memory& memory) {
  if (!std::holds_alternative<All>(memory.retention)) {
    return 1;
  }
  if (memory.indexer->source == Indexer::Source::own) {
    return memory.indexer->pooling.every;
  }
  const auto* blocks = std::get_if<Blocks>(&memory.selection);
  return blocks == nullptr ? 1 : blocks->size;
}

}  // namespace

bool is_of_encoder(const Memory& memory) { return std::holds_alternative<Fixed>(memory.retention); }

const Memory* attended(const Layer& layer) {
  const auto found = std::ranges::find_if_not(layer.memories, is_of_encoder);
  return found == layer.memories.end() ? nullptr : &*found;
}

ProjectedHeads projected_heads(const Memory& memory) {
  const Scoring& scoring = memory.expanded ? *memory.expanded : memory.scoring;
  const Row* rope = memory.expanded ? row_of(memory, Role::rope) : nullptr;
  return {scoring.query_heads, scoring.score_width - (rope == nullptr ? 0 : rope->dim), scoring.value_width};
}

std::optional<LatentWidths> latent_of(const Layer& layer) {
  const Memory* memory = attended(layer);
  const Row* latent = memory == nullptr ? nullptr : row_of(*memory, Role::latent);
  if (latent == nullptr) {
    return std::nullopt;
  }
  const Row* rope = row_of(*memory, Role::rope);
  return LatentWidths{latent->dim, rope == nullptr ? 0 : rope->dim};
}

std::optional<TopKIndex> indexer_of(const Layer& layer) {
  for (const Memory& memory : layer.memories) {
    if (memory.indexer && memory.indexer->source != Indexer::Source::other_branch) {
      const Indexer& indexer = *memory.indexer;
      return TopKIndex{{indexer.heads, indexer.key.dim},
                       0,
                       index_pool(memory),
                       indexer.source == Indexer::Source::earlier_layer};
    }
  }
  return std::nullopt;
}

Memory own_entries(const Memory& memory) {
  Memory out;
  out.name = "cache";
  out.entry = memory.entry;
  out.scoring = memory.scoring;
  out.expanded = memory.expanded;
  return out;
}

Model with_layers(const Model& model, const std::vector<Layer>& layers) {
  Model out = model;
  out.layers.clear();
  for (const auto& [from, to] : {std::pair(&model.order, &out.order), std::pair(&model.draft, &out.draft)}) {
    to->clear();
    for (const Run& run : *from) {
      append_layer(out, *to, layers.at(run.layer), run.count);
    }
  }
  return out;
}

}  // namespace kvtally
