#include "account/parameter_list.hpp"

namespace kvtally {

namespace {

// Rows that are pooled by learned gates, with a bias for each place in a stretch (transformers deepseek_v4). The
// waiting rows are as wide as the projections that make them.
void add_gated_pooling(ParameterList& list, const Open& open, std::int64_t dim, const std::string& prefix) {
  const std::int64_t width = open.pending.front().dim;
  list.add(kAttentionPart, prefix + "key-value and gate projections", {2, list.hidden(), width});
  list.add(kAttentionPart, prefix + "place bias", {open.every, width});
  list.add(kAttentionPart, prefix + "norm", {dim});
}

// DeepSeek-V3.2 (transformers deepseek_v32): queries come from the query latent; the key's norm has a bias.
void add_top_k(ParameterList& list, const Indexer& indexer) {
  list.add(kAttentionPart, "index queries", {list.need("q_lora_rank"), indexer.heads * indexer.key.dim});
  list.add(kAttentionPart, "index keys", {list.hidden(), indexer.key.dim});
  list.add(kAttentionPart, "index key norm and bias", {2, indexer.key.dim});
  list.add(kAttentionPart, "index weights", {list.hidden(), indexer.heads});
}

// GLM-5.3-Flash (transformers glm5_next): a gate for each element of a key and a bias for each place in a pool.
void add_key_pooling(ParameterList& list, const Indexer& indexer) {
  if (indexer.open) {
    list.add(kAttentionPart, "index pooling gate", {list.hidden(), indexer.key.dim});
    list.add(kAttentionPart, "index pooling place bias", {indexer.open->every, indexer.key.dim});
  }
}

// MiniMax M3 and Qwen4 (transformers minimax_m3_vl, qwen4_exp): queries and one key, each with a norm.
void add_normed_index(ParameterList& list, const Indexer& indexer) {
  list.add(kAttentionPart, "index queries", {list.hidden(), indexer.heads * indexer.key.dim});
  list.add(kAttentionPart, "index keys", {list.hidden(), indexer.key.dim});
  list.add(kAttentionPart, "index query and key norms", {2, indexer.key.dim});
}

}  // namespace

void add_indexer(ParameterList& list, const Layer& layer, const Indexer& indexer) {
  if (layer.kind == "csa") {
    add_gated_pooling(list, *indexer.open, indexer.key.dim, "index compressor ");
    list.add(kAttentionPart, "index queries", {list.need("q_lora_rank"), indexer.heads * indexer.key.dim});
    list.add(kAttentionPart, "index weights", {list.hidden(), indexer.heads});
  } else if (layer.kind == "dsa") {
    add_top_k(list, indexer);
    add_key_pooling(list, indexer);
  } else if (layer.kind == "msa" || layer.kind == "qsa") {
    add_normed_index(list, indexer);
  } else {
    list.miss("the weights of the indexer of " + layer.tag + " layers");
  }
}

void add_compressor(ParameterList& list, const Memory& memory) {
  add_gated_pooling(list, *memory.open, memory.entry.front().dim, "compressor ");
}

}  // namespace kvtally
