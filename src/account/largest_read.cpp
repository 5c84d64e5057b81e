#include "account/largest_read.hpp"

#include <algorithm>

#include "account/pooled_count.hpp"

namespace kvtally {

namespace {

// The most entries that are visible up to S; only a chunk that begins anew has had more before.
Wide most_visible(const Memory& memory, Tokens seen) {
  const auto* chunk = std::get_if<Chunk>(&memory.retention);
  return chunk != nullptr ? std::min<Wide>(seen.value, chunk->size) : visible_entries(memory, seen);
}

// The most that are chosen of `visible` or fewer.
Wide most_selected(const Selection& selection, Wide visible) {
  if (const auto* top = std::get_if<TopK>(&selection)) {
    return std::min<Wide>(visible, top->count);
  }
  if (const auto* b = std::get_if<Blocks>(&selection)) {
    const bool among = b->newest == Blocks::Newest::among;
    const Wide most = among ? Wide{b->count} * b->size : (Wide{b->count} + 1) * b->size - 1;
    return std::min(visible, most);
  }
  return visible;
}

// What the entry that is completed at or before S reads, where one is.
Bytes most_open(const Open& open, bool completed, Tokens seen) {
  if (!completed) {
    return {};
  }
  const Wide again = std::min<Wide>((seen.value - 1) / open.every, open.overlap_blocks);
  return entry_bytes(open.pending) * open.every + entry_bytes(open.overlap) * (open.every * again);
}

Bytes of_memory(const Memory& memory, bool own, Tokens seen) {
  Bytes sum = entry_bytes(memory.entry) * most_selected(memory.selection, most_visible(memory, seen));
  const auto* pooling = std::get_if<Pooled>(&memory.retention);
  if (own && memory.open) {
    sum += most_open(*memory.open, pooling == nullptr || pooled_count(*pooling, seen.value) > 0, seen);
  }
  if (memory.indexer && memory.indexer->source == Indexer::Source::own) {
    const Wide keys = pooled_count(memory.indexer->pooling, seen.value);
    sum += entry_bytes({memory.indexer->key}) * keys;
    if (own && memory.indexer->open) {
      sum += most_open(*memory.indexer->open, keys > 0, seen);
    }
  }
  return sum;
}

}  // namespace

Bytes largest_read(const Layer& layer, Tokens seen) {
  Bytes sum;
  for (const Memory& memory : layer.memories) {
    sum += of_memory(memory, layer.sharing.owner == Sharing::Owner::own, seen);
  }
  for (const StateTensor& tensor : layer.state.tensors) {
    sum += tensor_bytes(tensor);
  }
  return sum;
}

Bytes largest_read(const Model& model, Tokens seen) {
  Bytes sum;
  for (std::size_t i = 0; i < model.layers.size(); ++i) {
    if (const std::int64_t count = count_of(model.order, i); count > 0) {
      sum += largest_read(model.layers[i], seen) * count;
    }
  }
  return sum;
}

}  // namespace kvtally
