// Rules of models whose layers hold keys and values. The sources are transformers' configuration and modeling
// files (5.16.0.dev0) unless a rule names another.

#include <fmt/format.h>

#include "read/config/families.hpp"

namespace kvtally {

namespace {

using rules::draft;
using rules::key_value_shape;
using rules::layers;

std::string sliding_unless(bool full) { return full ? "full_attention" : "sliding_attention"; }

}  // namespace

// llama, glm4_moe, hy_v3, minimax_m2: keys and values in every layer.
void translate_uniform(Translation& t) {
  key_value_shape(t);
  t.uniform("full_attention");
  draft(t, "num_nextn_predict_layers", "full_attention");
}

// The class's window is 4096 when the key is absent, none when it is null; all layers slide.
void translate_mistral(Translation& t) {
  key_value_shape(t);
  t.ignore({"sliding_window"});
  const bool null = member(t.config().node(), "sliding_window") != nullptr && !t.has("sliding_window");
  if (null) {
    t.uniform("full_attention");
    return;
  }
  t.take("sliding_window");
  t.uniform("sliding_attention");
}

// No layer_types field: all layers slide when use_sliding_window says so, none otherwise.
void translate_qwen3_moe(Translation& t) {
  key_value_shape(t);
  t.ignore({"sliding_window", "max_window_layers"});
  if (t.flag("use_sliding_window")) {
    t.take("sliding_window");
    t.uniform("sliding_attention");
  } else {
    t.uniform("full_attention");
  }
}

// Even layers slide. sliding_window_size is a duplicate that nothing reads.
void translate_gemma2(Translation& t) {
  key_value_shape(t);
  t.take("sliding_window");
  t.ignore({"sliding_window_size"});
  layers(t, [](std::int64_t i, std::int64_t) { return sliding_unless(i % 2 == 1); });
}

// Every sixth layer is full.
void translate_gemma3(Translation& t) {
  key_value_shape(t);
  t.take("sliding_window");
  const std::int64_t pattern = t.has("sliding_window_pattern")
                                   ? t.number("sliding_window_pattern", 1).value_or(6)
                                   : t.number("_sliding_window_pattern", 1).value_or(6);
  layers(t, [&](std::int64_t i, std::int64_t) { return sliding_unless((i + 1) % pattern == 0); });
}

// Full layers have heads of their own. attention_k_eq_v shares a projection, not the cache: K is normed and
// rotated, V is normed alone, and both are stored.
void translate_gemma4(Translation& t) {
  key_value_shape(t);
  t.take("sliding_window");
  if (!t.take("global_head_dim", "kinds.full_attention.head_dim")) {
    t.give("kinds.full_attention.head_dim", "512", "the default of Gemma4TextConfig");
  }
  if (t.flag("attention_k_eq_v")) {
    t.take("num_global_key_value_heads", "kinds.full_attention.num_key_value_heads");
  }
  t.ignore({"num_global_key_value_heads", "use_bidirectional_attention", "attention_chunk_size"});
  if (t.number("num_kv_shared_layers").value_or(0) > 0) {
    t.take("num_kv_shared_layers");
  }
  layers(t, [](std::int64_t i, std::int64_t n) { return sliding_unless((i + 1) % 6 == 0 || i + 1 == n); });
}

// Even layers slide; the learned sinks are weights.
void translate_gpt_oss(Translation& t) {
  key_value_shape(t);
  t.take("sliding_window");
  layers(t, [](std::int64_t i, std::int64_t) { return sliding_unless(i % 2 == 1); });
}

// no_rope_layers says 1 where a layer has rotary embedding, and those are chunked; an empty or absent list means
// every fourth has none.
void translate_llama4(Translation& t) {
  key_value_shape(t);
  t.take("attention_chunk_size");
  const std::vector<std::string> rotary = t.list("no_rope_layers");
  const std::int64_t interval =
      t.has("no_rope_layer_interval") ? t.number("no_rope_layer_interval", 1).value_or(4) : 4;
  layers(t, [&](std::int64_t i, std::int64_t) {
    const auto index = static_cast<std::size_t>(i);
    const bool chunked = index < rotary.size() ? rotary[index] == "1" : (i + 1) % interval != 0;
    return std::string(chunked ? "chunked_attention" : "full_attention");
  });
}

// hybrid_layer_pattern: 0 full, 1 sliding. The sliding layers have heads of their own (MiMo's modeling code);
// attention_chunk_size is there and means nothing.
void translate_mimo_v2(Translation& t) {
  key_value_shape(t);
  t.take("sliding_window");
  t.ignore({"sliding_window_size", "attention_chunk_size", "swa_num_attention_heads"});
  for (const auto& [theirs, ours] :
       {std::pair("swa_num_key_value_heads", "num_key_value_heads"), std::pair("swa_head_dim", "head_dim"),
        std::pair("swa_v_head_dim", "v_head_dim")}) {
    const Node* special = t.find(theirs);
    const Node* general = t.find(ours);
    if (special != nullptr && (general == nullptr || special->text != general->text)) {
      t.take(theirs, fmt::format("kinds.sliding_attention.{}", ours));
    }
  }
  std::vector<std::string> types;
  for (const std::string& mark : t.list("hybrid_layer_pattern")) {
    types.push_back(sliding_unless(mark == "0"));
  }
  if (types.empty()) {
    t.report("hybrid_layer_pattern", "the key 'hybrid_layer_pattern' is missing", "0 or 1 for each layer");
  }
  t.layers(types, "hybrid_layer_pattern");
}

// Tencent's modeling code: head_dim = hidden_size ÷ num_attention_heads; with use_cla only every
// cla_share_factor-th layer projects keys and values, and those behind it read them.
void translate_hunyuan(Translation& t) {
  key_value_shape(t);
  const std::int64_t factor = t.flag("use_cla") ? t.number("cla_share_factor", 1).value_or(2) : 1;
  t.ignore({"cla_share_factor"});
  if (factor > 1) {
    t.give("kinds.cross_layer.layer_type", "full_attention", "");
    t.give("kinds.cross_layer.shares", "previous", "");
  }
  layers(t, [&](std::int64_t i, std::int64_t) {
    return std::string(i % factor == 0 ? "full_attention" : "cross_layer");
  });
}

// sparse_attention_freq: 1 where a layer also keeps index keys and chooses blocks (minimax_m3_vl).
void translate_minimax_m3(Translation& t) {
  key_value_shape(t);
  rules::undescribed_draft(t, "num_nextn_predict_layers");
  for (const auto& [theirs, ours] :
       {std::pair("sparse_num_index_heads", "sparse_num_index_heads"),
        std::pair("sparse_index_dim", "sparse_index_dim"), std::pair("sparse_block_size", "sparse_block_size"),
        std::pair("sparse_topk_blocks", "sparse_topk_blocks")}) {
    t.take(fmt::format("sparse_attention_config.{}", theirs), ours);
  }
  std::vector<std::string> types;
  for (const std::string& mark : t.list("sparse_attention_config.sparse_attention_freq")) {
    types.emplace_back(mark == "1" ? "minimax_m3_sparse" : "full_attention");
  }
  t.layers(types, "sparse_attention_config.sparse_attention_freq");
}

}  // namespace kvtally
