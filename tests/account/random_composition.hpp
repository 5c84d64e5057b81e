#pragma once

#include <cstdint>
#include <rapidcheck.h>
#include <string>
#include <vector>

#include "model/model.hpp"

/// Layers and models of parts in any combination, most of which no preset has. To be called inside of properties.
namespace kvtally::test {

inline std::int64_t pick(std::int64_t low, std::int64_t high) { return *rc::gen::inRange(low, high + 1); }
inline bool coin() { return pick(0, 1) == 1; }

inline Format random_format() {
  const auto name = *rc::gen::elementOf(std::vector<std::string>{"bf16", "f32", "fp8", "int4", "q8_0", "nvfp4",
                                                                 "int4@64+bf16+bf16", "int8@head+f32"});
  return *parse_format(name);
}

/// Widths are multiples of 64, which every format above divides.
inline Row random_row(Role role) { return {role, pick(1, 4), 64 * pick(1, 3), random_format()}; }

inline Entry random_entry() {
  switch (pick(0, 2)) {
    case 0: return {random_row(Role::key), random_row(Role::value)};
    case 1: return {random_row(Role::latent), random_row(Role::rope)};
    default: return {random_row(Role::key_and_value)};
  }
}

inline Pooled random_pooling() { return {pick(1, 12), pick(1, 8)}; }

inline Retention random_retention() {
  switch (pick(0, 4)) {
    case 0: return All{};
    case 1: return Window{pick(1, 20), pick(0, 4)};
    case 2: return Chunk{pick(1, 20)};
    case 3: return random_pooling();
    default: return Fixed{pick(0, 20)};
  }
}

inline Selection random_selection() {
  switch (pick(0, 3)) {
    case 0: return Everything{};
    case 1: return TopK{pick(1, 20)};
    case 2: return Blocks{pick(1, 4), pick(1, 8), Blocks::Newest::among};
    default: return Blocks{pick(1, 4), pick(1, 8), Blocks::Newest::beside};
  }
}

inline Open random_open() { return {random_entry(), pick(1, 8), random_entry(), pick(0, 3)}; }

inline Indexer random_indexer() {
  Indexer indexer;
  indexer.source = *rc::gen::element(Indexer::Source::own, Indexer::Source::own, Indexer::Source::earlier_layer,
                                     Indexer::Source::other_branch);
  indexer.heads = pick(1, 4);
  indexer.key = {Role::index_key, 1, 64 * pick(1, 2), random_format()};
  indexer.pooling = random_pooling();
  if (coin()) {
    indexer.open = random_open();
  }
  return indexer;
}

inline Memory random_memory() {
  Memory memory;
  memory.name = "memory";
  memory.entry = random_entry();
  memory.retention = random_retention();
  memory.visibility = coin() ? Visibility::own_chunk : Visibility::stored;
  memory.selection = random_selection();
  if (coin()) {
    memory.indexer = random_indexer();
  }
  if (coin()) {
    memory.open = random_open();
  }
  memory.scoring = {pick(1, 8), pick(1, 64), pick(1, 64)};
  return memory;
}

inline State random_state() {
  State state;
  for (std::int64_t tensors = pick(0, 2); tensors > 0; --tensors) {
    state.tensors.push_back({"tensor",
                             coin() ? StateRole::recurrent : StateRole::convolution,
                             {pick(1, 8), pick(1, 8)},
                             coin() ? f32() : bf16(),
                             coin() ? StateTensor::Rewrite::whole : StateTensor::Rewrite::column});
    state.work.push_back({"work", MultiplyAdds{pick(1, 1000)}});
  }
  return state;
}

inline Layer random_layer(std::int64_t most_memories = 3) {
  Layer layer;
  layer.kind = "gqa";
  for (std::int64_t memories = pick(0, most_memories); memories > 0; --memories) {
    layer.memories.push_back(random_memory());
  }
  layer.state = random_state();
  using Owner = Sharing::Owner;
  layer.sharing.owner = *rc::gen::element(Owner::own, Owner::own, Owner::layer_before, Owner::same_kind);
  return layer;
}

/// Runs of a few sorts of layers, some of them more than once, and possibly draft layers.
inline Model random_model() {
  Model model;
  for (std::int64_t sorts = pick(1, 3); sorts > 0; --sorts) {
    append_layer(model, model.order, random_layer(), pick(1, 5));
  }
  append_layer(model, model.order, Layer(model.layers.front()), pick(1, 5));
  if (coin()) {
    append_layer(model, model.draft, Layer(model.layers.back()), pick(1, 2));
  }
  model.naive = {layer_count(model.order), pick(1, 64), {}, pick(1, 256), {}};
  return model;
}

}  // namespace kvtally::test
