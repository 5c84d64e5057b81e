#include "report/layer_keys.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "report/state_keys.hpp"

namespace kvtally {

namespace {

// Whether the model's description had no head_dim and its reader divided hidden_size.
bool derived_head_dim(const Model& model, std::int64_t dim, std::int64_t heads) {
  const std::string sentence = fmt::format("head_dim {} = hidden_size {} ÷ {} heads", dim, dim * heads, heads);
  return !model.naive.head_dim && std::ranges::find(model.assumptions, sentence) != model.assumptions.end();
}

void head_dim(std::int64_t dim, std::int64_t heads, const Model& model, LayerKeys& keys) {
  if (derived_head_dim(model, dim, heads)) {
    keys.absent.insert("head_dim");
    keys.values["hidden_size"] = std::to_string(dim * heads);
  } else {
    keys.values["head_dim"] = std::to_string(dim);
  }
}

void latent(const Memory& memory, LayerKeys& keys) {
  const bool rotary = memory.entry.size() > 1;
  const std::int64_t rope = rotary ? memory.entry[1].dim : 0;
  const Scoring expanded = memory.expanded.value_or(Scoring{0, rope, 0});
  keys.values["kv_lora_rank"] = std::to_string(memory.entry[0].dim);
  keys.values["qk_rope_head_dim"] = std::to_string(rope);
  keys.values["qk_nope_head_dim"] = std::to_string(expanded.score_width - rope);
  keys.values["v_head_dim"] = std::to_string(expanded.value_width);
}

void entry(const Memory& memory, const Model& model, LayerKeys& keys) {
  const Row& first = memory.entry.front();
  const std::int64_t query_heads = memory.scoring.query_heads;
  keys.values["num_attention_heads"] = std::to_string(query_heads);
  if (first.role == Role::latent) {
    latent(memory, keys);
    return;
  }
  keys.absent.insert("kv_lora_rank");
  head_dim(first.dim, query_heads, model, keys);
  if (first.role == Role::key_and_value) {
    keys.values["shared_key_value"] = "true";
    if (model.naive.num_key_value_heads.value_or(1) != 1) {  // it may be left out, or be 1
      keys.values["num_key_value_heads"] = "1";
    }
    return;
  }
  keys.absent.insert("shared_key_value");
  keys.values["num_key_value_heads"] = std::to_string(first.heads);
  const std::int64_t value_dim = memory.entry.back().dim;
  if (value_dim != first.dim) {
    keys.values["v_head_dim"] = std::to_string(value_dim);
  } else {
    keys.absent.insert("v_head_dim");
  }
}

template <class Part, class Choice>
Part part_of(const Choice& choice) {
  const Part* part = std::get_if<Part>(&choice);
  return part == nullptr ? Part{} : *part;
}

void window(const Memory& memory, LayerKeys& keys) {
  keys.values["sliding_window"] = std::to_string(part_of<Window>(memory.retention).size);
}

void index_heads(const Memory& memory, std::string_view heads, std::string_view dim, LayerKeys& keys) {
  const Indexer indexer = memory.indexer.value_or(Indexer{});
  if (indexer.source == Indexer::Source::own) {
    keys.values[std::string(heads)] = std::to_string(indexer.heads);
    keys.values[std::string(dim)] = std::to_string(indexer.key.dim);
  }
}

void deepseek_sparse(const Memory& memory, LayerKeys& keys) {
  keys.reuses_index = memory.indexer && memory.indexer->source == Indexer::Source::earlier_layer;
  index_heads(memory, "index_n_heads", "index_head_dim", keys);
  if (const auto* blocks = std::get_if<Blocks>(&memory.selection)) {
    keys.values["index_topk"] = std::to_string(blocks->count * blocks->size);
    keys.values["index_kpool"] = std::to_string(blocks->size);
  } else {
    keys.values["index_topk"] = std::to_string(part_of<TopK>(memory.selection).count);
    keys.absent.insert("index_kpool");
  }
}

void qwen_sparse(const Memory& memory, LayerKeys& keys) {
  const auto blocks = part_of<Blocks>(memory.selection);
  index_heads(memory, "indexer_n_heads", "indexer_head_dim", keys);
  keys.values["indexer_budget"] = std::to_string(blocks.count * blocks.size);
  keys.values["indexer_compress_ratio"] = std::to_string(blocks.size);
}

void minimax_sparse(const Memory& memory, LayerKeys& keys) {
  const auto blocks = part_of<Blocks>(memory.selection);
  index_heads(memory, "sparse_num_index_heads", "sparse_index_dim", keys);
  keys.values["sparse_topk_blocks"] = std::to_string(blocks.count);
  keys.values["sparse_block_size"] = std::to_string(blocks.size);
}

void native_sparse(const Layer& layer, LayerKeys& keys) {
  const auto pooled = part_of<Pooled>(layer.memories[0].retention);
  const auto blocks = part_of<Blocks>(layer.memories.size() > 1 ? layer.memories[1].selection : Selection{});
  keys.values["compress_block_size"] = std::to_string(pooled.span);
  keys.values["compress_block_stride"] = std::to_string(pooled.every);
  keys.values["selection_block_size"] = std::to_string(blocks.size);
  keys.values["num_selected_blocks"] = std::to_string(blocks.count);
  window(layer.memories.size() > 2 ? layer.memories[2] : layer.memories.back(), keys);
}

void compressed(const Layer& layer, LayerKeys& keys) {
  const Memory& pooled = layer.memories.size() > 1 ? layer.memories[1] : layer.memories[0];
  window(layer.memories[0], keys);
  keys.values["compress_rates." + layer.tag] = std::to_string(part_of<Pooled>(pooled.retention).every);
  if (layer.tag == "compressed_sparse_attention") {
    index_heads(pooled, "index_n_heads", "index_head_dim", keys);
    keys.values["index_topk"] = std::to_string(part_of<TopK>(pooled.selection).count);
  }
}

void attention(const Layer& layer, LayerKeys& keys) {
  const Memory& first = layer.memories.front();
  if (layer.tag == "sliding_attention") {
    window(first, keys);
    const std::int64_t sinks = part_of<Window>(first.retention).first;
    if (sinks > 0) {
      keys.values["num_sink_tokens"] = std::to_string(sinks);
    } else {
      keys.absent.insert("num_sink_tokens");
    }
  } else if (layer.tag == "chunked_attention") {
    keys.values["attention_chunk_size"] = std::to_string(part_of<Chunk>(first.retention).size);
  } else if (layer.tag == "deepseek_sparse_attention") {
    deepseek_sparse(first, keys);
  } else if (layer.tag == "qwen_sparse_attention") {
    qwen_sparse(first, keys);
  } else if (layer.tag == "minimax_m3_sparse") {
    minimax_sparse(first, keys);
  } else if (layer.tag == "native_sparse_attention") {
    native_sparse(layer, keys);
  } else if (layer.tag.find("compressed") != std::string::npos) {
    compressed(layer, keys);
  } else if (layer.tag == "hybrid_sliding") {
    window(first, keys);
  }
}

// Heads of keys and values that an encoder's rows have and the layer's own have not.
void encoder_heads(const Memory& own, const Memory& encoder, LayerKeys& keys) {
  const auto sizes = [](const Memory& memory) {
    std::vector<std::int64_t> out{memory.scoring.query_heads};
    for (const Row& row : memory.entry) {
      out.insert(out.end(), {row.heads, row.dim});
    }
    return out;
  };
  if (sizes(own) == sizes(encoder) || encoder.entry.empty()) {
    keys.absent.insert("cross_num_key_value_heads");
    return;
  }
  keys.values["cross_num_attention_heads"] = std::to_string(encoder.scoring.query_heads);
  keys.values["cross_num_key_value_heads"] = std::to_string(encoder.entry.front().heads);
  keys.values["cross_head_dim"] = std::to_string(encoder.entry.front().dim);
}

// The fixed memory of an encoder: all that a cross-attention layer has, or beside a decoder layer's own.
void encoder(const Layer& layer, LayerKeys& keys) {
  const auto* fixed = std::get_if<Fixed>(&layer.memories.back().retention);
  if (layer.tag != "cross_attention" && fixed == nullptr) {
    keys.absent.insert("is_encoder_decoder");
    return;
  }
  if (layer.tag != "cross_attention") {
    keys.values["is_encoder_decoder"] = "true";
    encoder_heads(layer.memories.front(), layer.memories.back(), keys);
  }
  keys.values["max_source_positions"] = fixed == nullptr   ? "0"
                                        : fixed->unlimited ? "unlimited"
                                                           : std::to_string(fixed->count);
}

}  // namespace

std::expected<LayerKeys, std::string> keys_of(const Layer& layer, const Model& model) {
  LayerKeys keys;
  keys.type = layer.tag;
  if (!layer.state.tensors.empty() || layer.tag == "linear_attention") {
    if (auto wrong = state_keys(layer, model, keys)) {
      return std::unexpected(std::move(*wrong));
    }
  }
  if (layer.memories.empty()) {
    return keys;
  }
  for (const Memory& memory : layer.memories) {
    if (memory.entry.empty()) {
      return std::unexpected(fmt::format("{} layers: a memory without rows", layer.kind));
    }
  }
  entry(layer.memories.front(), model, keys);
  attention(layer, keys);
  encoder(layer, keys);
  return keys;
}

}  // namespace kvtally
