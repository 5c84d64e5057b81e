#include "engine/layer_parts.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace kvtally {

namespace {

const Row* row_of(const Memory& memory, Role role) {
  const auto found = std::ranges::find(memory.entry, role, &Row::role);
  return found == memory.entry.end() ? nullptr : &*found;
}

std::optional<std::int64_t> window_of(const Memory& memory) {
  const auto* window = std::get_if<Window>(&memory.retention);
  return window == nullptr ? std::nullopt : std::optional(window->size);
}

std::optional<KeyValueStore> key_values_of(const Memory& memory) {
  const Row* key = row_of(memory, Role::key);
  const Row* value = row_of(memory, Role::value);
  if (key == nullptr || value == nullptr || key->heads != value->heads) {
    return std::nullopt;
  }
  const auto* chunk = std::get_if<Chunk>(&memory.retention);
  return KeyValueStore{key->heads,        key->dim,
                       value->dim,        memory.scoring.query_heads,
                       window_of(memory), chunk == nullptr ? std::nullopt : std::optional(chunk->size)};
}

std::optional<LatentStore> latent_of(const Memory& memory) {
  const Row* latent = row_of(memory, Role::latent);
  if (latent == nullptr) {
    return std::nullopt;
  }
  const Row* rope = row_of(memory, Role::rope);
  const std::int64_t rotary = rope == nullptr ? 0 : rope->dim;
  const Scoring expanded = memory.expanded.value_or(Scoring{});
  return LatentStore{
      latent->dim,          rotary,           memory.scoring.query_heads, expanded.score_width - rotary,
      expanded.value_width, window_of(memory)};
}

// One memory at a time; false: it is nothing that an engine stores beside what the layer has already.
class Reader {
 public:
  Expected<LayerParts> read(const Layer& layer) {
    parts_.has_state = !layer.state.tensors.empty();
    parts_.owns = layer.sharing.owner == Sharing::Owner::own;
    for (const Memory& memory : layer.memories) {
      if (!take(memory)) {
        return std::unexpected(
            Problems{{{},
                      {},
                      fmt::format("layers of kind {} are stored by none of these engines", layer.kind),
                      {},
                      {},
                      {}}});
      }
    }
    return parts_;
  }

 private:
  bool take(const Memory& memory) {
    if (memory.indexer && !take_indexer(*memory.indexer)) {
      return false;
    }
    if (const auto* window = std::get_if<Window>(&memory.retention); window != nullptr && window->first > 0) {
      return false;
    }
    if (std::holds_alternative<Fixed>(memory.retention)) {
      return take_cross(memory);
    }
    if (row_of(memory, Role::key_and_value) != nullptr) {
      return take_shared(memory);
    }
    if (std::holds_alternative<Pooled>(memory.retention) || parts_.key_values || parts_.latent) {
      return false;
    }
    parts_.latent = latent_of(memory);
    parts_.key_values = parts_.latent ? std::nullopt : key_values_of(memory);
    return parts_.latent || parts_.key_values;
  }

  bool take_indexer(const Indexer& indexer) {
    parts_.follows_index = indexer.source == Indexer::Source::earlier_layer;
    if (indexer.source == Indexer::Source::own) {
      parts_.index = IndexStore{indexer.key.dim, indexer.pooling.every};
    }
    return indexer.source != Indexer::Source::other_branch;
  }

  bool take_cross(const Memory& memory) {
    const auto heads = key_values_of(memory);
    if (heads && !parts_.cross) {
      parts_.cross = CrossStore{*heads, std::get<Fixed>(memory.retention).count};
      return true;
    }
    return false;
  }

  bool take_shared(const Memory& memory) {
    SharedRowStore& shared = parts_.shared ? *parts_.shared : parts_.shared.emplace();
    shared.dim = row_of(memory, Role::key_and_value)->dim;
    shared.query_heads = memory.scoring.query_heads;
    if (const auto* pooled = std::get_if<Pooled>(&memory.retention)) {
      shared.overlapping = memory.open && memory.open->overlap_blocks > 0;
      return !std::exchange(shared.rate, pooled->every).has_value();
    }
    const bool first = !shared.window.has_value();
    shared.window = window_of(memory);
    return first;
  }

  LayerParts parts_;
};

}  // namespace

Expected<LayerParts> parts_of(const Layer& layer) { return Reader().read(layer); }

Expected<std::vector<PlacedLayer>> placed_layers(const Model& model, bool drafting) {
  std::vector<LayerParts> parts;
  for (const Layer& layer : model.layers) {
    auto read = parts_of(layer);
    if (!read) {
      read.error().front().file = model.id;
      return std::unexpected(std::move(read.error()));
    }
    parts.push_back(*read);
  }
  std::vector<PlacedLayer> out;
  const auto place = [&](const std::vector<Run>& runs, bool draft) {
    for (const std::size_t layer : unrolled(runs)) {
      out.push_back({static_cast<std::int64_t>(out.size()), &model.layers[layer], parts[layer], draft});
    }
  };
  place(model.order, false);
  if (drafting) {
    place(model.draft, true);
  }
  return out;
}

}  // namespace kvtally
