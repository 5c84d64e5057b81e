#include "model/presets.hpp"

namespace kvtally {

namespace {

Layer alone(std::string kind, std::string tag, Memory memory) {
  Layer layer{.kind = std::move(kind), .tag = std::move(tag), .memories = {}, .state = {}, .sharing = {}};
  layer.memories.push_back(std::move(memory));
  return layer;
}

Memory encoder_memory(Memory memory, std::int64_t tokens) {
  memory.name = "encoder";
  memory.retention = Fixed{tokens};
  return memory;
}

}  // namespace

Memory key_value_memory(const KeyValueHeads& heads) {
  Memory memory;
  memory.name = "cache";
  memory.entry = {{Role::key, heads.key_value_heads, heads.key_dim, bf16()},
                  {Role::value, heads.key_value_heads, heads.value_dim, bf16()}};
  memory.scoring = {heads.query_heads, heads.key_dim, heads.value_dim};
  return memory;
}

Memory latent_memory(const LatentHeads& heads) {
  Memory memory;
  memory.name = "cache";
  memory.entry = {{Role::latent, 1, heads.rank, bf16()}};
  if (heads.rope > 0) {
    memory.entry.push_back({Role::rope, 1, heads.rope, bf16()});
  }
  memory.scoring = {heads.query_heads, heads.rank + heads.rope, heads.rank};
  memory.expanded = Scoring{heads.query_heads, heads.nope + heads.rope, heads.value_dim};
  return memory;
}

Memory shared_row_memory(const SharedRow& row) {
  Memory memory;
  memory.name = "cache";
  memory.entry = {{Role::key_and_value, 1, row.dim, bf16()}};
  memory.scoring = {row.query_heads, row.dim, row.dim};
  return memory;
}

std::string full_attention_kind(const Memory& memory) {
  const Row& first = memory.entry.front();
  if (first.role == Role::latent) {
    return "mla";
  }
  if (first.heads == 1 && memory.scoring.query_heads > 1) {
    return "mqa";
  }
  return first.heads == memory.scoring.query_heads ? "mha" : "gqa";
}

Layer full_attention(Memory memory) {
  std::string kind = full_attention_kind(memory);
  return alone(std::move(kind), "full_attention", std::move(memory));
}

Layer sliding_attention(Memory memory, std::int64_t window, std::int64_t sinks) {
  memory.retention = Window{window, sinks};
  return alone(sinks > 0 ? "sink_swa" : "swa", "sliding_attention", std::move(memory));
}

Layer chunked_attention(Memory memory, std::int64_t chunk) {
  memory.retention = Chunk{chunk};
  memory.visibility = Visibility::own_chunk;
  return alone("chunked", "chunked_attention", std::move(memory));
}

Layer cross_attention(Memory memory, std::int64_t tokens) {
  return alone("cross", "cross_attention", encoder_memory(std::move(memory), tokens));
}

Layer with_encoder_memory(Layer layer, Memory memory, std::int64_t tokens) {
  layer.memories.push_back(encoder_memory(std::move(memory), tokens));
  return layer;
}

}  // namespace kvtally
