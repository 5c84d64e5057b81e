#include <algorithm>

#include "account/parameter_list.hpp"

namespace kvtally {

namespace {

// Widths of one attention; `owns`: it makes keys and values, and does not read another layer's.
struct Widths {
  std::int64_t query_heads = 0;
  std::int64_t key_heads = 0;
  std::int64_t key_dim = 0;
  std::int64_t value_dim = 0;
  bool owns = true;

  std::int64_t queries() const { return query_heads * key_dim; }
  std::int64_t keys() const { return key_heads * key_dim; }
  std::int64_t values() const { return key_heads * value_dim; }
};

const Row* row_of(const Memory& memory, Role role) {
  const auto row = std::ranges::find(memory.entry, role, &Row::role);
  return row == memory.entry.end() ? nullptr : &*row;
}

void add_key_value_biases(ParameterList& list, const Widths& w, const std::string& prefix, bool with_values) {
  if (list.has("attention_bias")) {
    list.add(kAttentionPart, prefix + "query bias", {w.queries()});
    if (w.owns && !list.has("key_without_bias")) {
      list.add(kAttentionPart, prefix + "key bias", {w.keys()});
    }
    if (with_values) {
      list.add(kAttentionPart, prefix + "value bias", {w.values()});
    }
  }
  if (list.has("attention_output_bias")) {
    list.add(kAttentionPart, prefix + "output bias", {list.hidden()});
  }
}

void add_key_value_norms(ParameterList& list, const Widths& w, const std::string& prefix) {
  if (list.has("qk_norm")) {
    list.add(kAttentionPart, prefix + "query norm", {w.key_dim});
    list.add(kAttentionPart, prefix + "key norm", {w.owns ? w.key_dim : 0});
  }
  if (list.has("qk_norm_all_heads")) {
    list.add(kAttentionPart, prefix + "query norm", {w.queries()});
    list.add(kAttentionPart, prefix + "key norm", {w.owns ? w.keys() : 0});
  }
}

void add_key_value(ParameterList& list, const Memory& memory, bool owns, const std::string& prefix) {
  const Row* key = row_of(memory, Role::key);
  const Row* value = row_of(memory, Role::value);
  if (key == nullptr || value == nullptr) {
    list.miss("the weights of a memory '" + memory.name + "'");
    return;
  }
  const Widths w{memory.scoring.query_heads, key->heads, key->dim, value->dim,
                 owns || list.has("projections_where_shared")};
  const bool with_values = w.owns && !list.has("value_is_key");
  list.add(kAttentionPart, prefix + "query projection", {list.hidden(), w.queries()});
  if (list.has("output_gate")) {
    list.add(kAttentionPart, prefix + "output gate", {list.hidden(), w.query_heads * w.value_dim});
  }
  list.add(kAttentionPart, prefix + "key projection", {list.hidden(), w.owns ? w.keys() : 0});
  list.add(kAttentionPart, prefix + "value projection", {list.hidden(), with_values ? w.values() : 0});
  list.add(kAttentionPart, prefix + "output projection", {w.query_heads * w.value_dim, list.hidden()});
  add_key_value_biases(list, w, prefix, with_values);
  add_key_value_norms(list, w, prefix);
  list.add(kAttentionPart, prefix + "sinks", {list.has("attention_sinks") ? w.query_heads : 0});
}

// DeepSeek-V2, arXiv 2405.04434, eq. 9 to 13; transformers deepseek_v3. Queries go through a rank of their own
// where the model has q_lora_rank (0: none).
void add_latent(ParameterList& list, const Memory& memory) {
  const Row& latent = *row_of(memory, Role::latent);
  const Row* rope = row_of(memory, Role::rope);
  const std::int64_t rotary = rope == nullptr ? 0 : rope->dim;
  const Scoring& wide = *memory.expanded;
  const std::int64_t queries = wide.query_heads * wide.score_width;
  const std::int64_t values = wide.query_heads * wide.value_width;
  const std::int64_t rank = list.need("q_lora_rank");
  if (rank > 0) {
    list.add(kAttentionPart, "query down-projection", {list.hidden(), rank});
    list.add(kAttentionPart, "query latent norm", {rank});
  }
  list.add(kAttentionPart, "query projection", {rank > 0 ? rank : list.hidden(), queries});
  list.add(kAttentionPart, "latent projection", {list.hidden(), latent.dim + rotary});
  list.add(kAttentionPart, "latent norm", {latent.dim});
  list.add(kAttentionPart, "key and value up-projection",
           {latent.dim, wide.query_heads * (wide.score_width - rotary) + values});
  list.add(kAttentionPart, "output projection", {values, list.hidden()});
  if (list.has("output_gate")) {
    list.add(kAttentionPart, "output gate", {list.hidden(), values});
  }
  if (list.has("qk_norm")) {
    list.add(kAttentionPart, "query norm", {wide.score_width});
    list.add(kAttentionPart, "key norm", {wide.score_width});
  }
  list.add(kAttentionPart, "sinks", {list.has("attention_sinks") ? wide.query_heads : 0});
}

// DeepSeek-V4 (transformers deepseek_v4): one row is key and value; the heads' outputs are projected in groups.
void add_shared_row(ParameterList& list, const Layer& layer) {
  const Memory& memory = layer.memories.front();
  const std::int64_t dim = memory.entry.front().dim;
  const std::int64_t queries = memory.scoring.query_heads * dim;
  const std::int64_t rank = list.need("q_lora_rank");
  const std::int64_t groups = list.need("o_groups");
  const std::int64_t out = groups * list.need("o_lora_rank");
  if (groups < 1 || queries % groups != 0) {
    list.miss("o_groups that divide the heads' width");
    return;
  }
  list.add(kAttentionPart, "query down-projection", {list.hidden(), rank});
  list.add(kAttentionPart, "query latent norm", {rank});
  list.add(kAttentionPart, "query projection", {rank, queries});
  list.add(kAttentionPart, "key-value projection", {list.hidden(), dim});
  list.add(kAttentionPart, "key-value norm", {dim});
  list.add(kAttentionPart, "output down-projections", {queries / groups, out});
  list.add(kAttentionPart, "output projection", {out, list.hidden()});
  list.add(kAttentionPart, "sinks", {list.has("attention_sinks") ? memory.scoring.query_heads : 0});
}

void add_memory_parameters(ParameterList& list, const Layer& layer, const Memory& memory, bool first) {
  const bool encoder = std::holds_alternative<Fixed>(memory.retention);
  const Role role = memory.entry.empty() ? Role::gate : memory.entry.front().role;
  if (role == Role::latent && memory.expanded) {
    add_latent(list, memory);
  } else if (role == Role::key_and_value) {
    if (first) {
      add_shared_row(list, layer);
    }
  } else if (first || encoder) {
    const bool owns = layer.sharing.owner == Sharing::Owner::own;
    add_key_value(list, memory, owns || encoder, encoder ? "cross-attention " : "");
  } else {
    list.miss("the weights of " + layer.tag + " layers");
  }
  if (memory.open && role == Role::key_and_value) {
    add_compressor(list, memory);
  }
  if (memory.indexer && memory.indexer->source == Indexer::Source::own) {
    add_indexer(list, layer, *memory.indexer);
  }
}

}  // namespace

void add_attention(ParameterList& list, const Layer& layer) {
  for (std::size_t i = 0; i < layer.memories.size(); ++i) {
    add_memory_parameters(list, layer, layer.memories[i], i == 0);
  }
  if (!layer.state.tensors.empty() || !layer.state.kind.empty()) {
    add_state(list, layer.state);
  }
}

}  // namespace kvtally
