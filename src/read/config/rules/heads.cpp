// Rules of models whose layers all hold keys and values, with their number said in an unusual way.

#include <algorithm>
#include <fmt/format.h>

#include "read/config/rules/all.hpp"
#include "read/config/rules/common.hpp"

namespace kvtally::rules {

namespace {

// The key-value heads under one of our keys or another, by what a switch says.
void shape_of(Translation& t, std::string_view kv_heads) {
  shape(t);
  t.take("head_dim");
  t.take(kv_heads, "num_key_value_heads");
  t.uniform("full_attention");
}

}  // namespace

// falcon: num_kv_heads counts where new_decoder_architecture is on or multi_query off, else there is one head.
// transformers broadcasts the heads of the new architecture before it caches them; the model needs num_kv_heads.
void falcon(Translation& t) {
  const bool fresh = t.decide("new_decoder_architecture");
  const bool one = !fresh && t.decide("multi_query", true);
  t.ignore({"multi_query", "num_kv_heads", "n_head_kv"});
  if (!one && t.has("num_kv_heads")) {
    shape_of(t, "num_kv_heads");
    return;
  }
  shape_of(t, "num_attention_heads");
  if (one) {
    t.give("num_key_value_heads", "1", "multi_query");
  } else {
    t.assume("num_kv_heads = num_attention_heads: the file does not give it");
  }
}

// gpt_bigcode: one head where multi_query is on.
void multi_query(Translation& t) {
  const bool one = t.decide("multi_query", true);
  shape_of(t, "num_attention_heads");
  if (one) {
    t.give("num_key_value_heads", "1", "multi_query");
  }
}

// chatglm: multi_query_group_num heads where multi_query_attention is on (ROCm/vllm chatglm.py).
void multi_query_groups(Translation& t) {
  const bool groups = t.decide("multi_query_attention");
  if (groups) {
    needed(t, "multi_query_group_num", "the number of key-value heads");
  }
  t.ignore({"multi_query_group_num"});
  shape_of(t, groups ? "multi_query_group_num" : "num_attention_heads");
}

// mixed: hf_olmo's effective_n_kv_heads: n_kv_heads, else 1 where multi_query_attention is on, else as many as
// query heads (allenai/OLMo config.py).
void effective_heads(Translation& t) {
  const bool given = t.has("num_key_value_heads");
  const bool one = !given && t.decide("multi_query_attention");
  t.ignore({"multi_query_attention"});
  shape_of(t, given ? "num_key_value_heads" : "num_attention_heads");
  if (one) {
    t.give("num_key_value_heads", "1", "multi_query_attention");
  }
}

// hybrid_layer_pattern: 0 full, 1 sliding. The sliding layers have heads of their own (MiMo's modeling code);
// attention_chunk_size is there and means nothing.
void marked_windows(Translation& t) {
  key_value_shape(t);
  t.ignore({"sliding_window_size", "attention_chunk_size", "swa_num_attention_heads"});
  for (const auto& [theirs, ours] :
       {std::pair("swa_num_key_value_heads", "num_key_value_heads"), std::pair("swa_head_dim", "head_dim"),
        std::pair("swa_v_head_dim", "v_head_dim")}) {
    const Node* special = t.find(theirs);
    const Node* general = t.find(ours);
    if (special == nullptr) {
      t.assume(fmt::format("{} = {}: the file does not give it", theirs, ours));
    } else if (general == nullptr || special->text != general->text) {
      t.take(theirs, fmt::format("kinds.sliding_attention.{}", ours));
    }
  }
  if (!t.has("v_head_dim")) {
    t.assume("v_head_dim = head_dim: the file does not give it");
  }
  std::vector<std::string> types;
  for (const std::string& mark : t.list("hybrid_layer_pattern")) {
    if (mark != "0" && mark != "1") {
      t.abandon("hybrid_layer_pattern", fmt::format("hybrid_layer_pattern holds '{}'", mark),
                "0 or 1 for each layer");
      return;
    }
    types.push_back(sliding_unless(mark == "0"));
  }
  if (needed(t, "hybrid_layer_pattern", "0 or 1 for each layer")) {
    write_layers(t, types, "hybrid_layer_pattern");
  }
  undescribed_draft(t, "num_nextn_predict_layers");
}

// Tencent's modeling code: with use_cla only every cla_share_factor-th layer projects keys and values, and those
// behind it read them.
void cross_layer(Translation& t) {
  key_value_shape(t);
  if (t.flag("use_mla")) {
    t.report("use_mla", "use_mla is true", "false: no code is known in which this model type has a latent");
  }
  t.ignore({"kv_lora_rank", "q_lora_rank", "qk_nope_head_dim", "qk_rope_head_dim"});
  const std::int64_t factor = t.decide("use_cla") ? t.number_or("cla_share_factor", 2, 1) : 1;
  t.ignore({"cla_share_factor"});
  if (factor == 1) {
    t.uniform("full_attention");
    return;
  }
  t.give("kinds.cross_layer.layer_type", "full_attention", "");
  t.give("kinds.cross_layer.shares", "previous", "");
  layers(
      t,
      [&](std::int64_t i, std::int64_t) {
        return std::string(i % factor == 0 ? "full_attention" : "cross_layer");
      },
      "");
}

// gemma3n: the last num_kv_shared_layers read the cache of the last layer of their type that owns one.
void gemma3n(Translation& t) {
  key_value_shape(t);
  if (t.number_or("num_kv_shared_layers", 15) > 0) {
    t.take("num_kv_shared_layers");
  }
  layers(t, [](std::int64_t i, std::int64_t) { return sliding_unless((i + 1) % 5 == 0); }, "one full layer in 5");
}

// Full layers have heads of their own. attention_k_eq_v shares a projection, not the cache: K is normed and
// rotated, V is normed alone, and both are stored (transformers gemma4).
void gemma4(Translation& t) {
  key_value_shape(t);
  if (!t.take("global_head_dim", "kinds.full_attention.head_dim")) {
    t.give("kinds.full_attention.head_dim", "512", t.default_of());
  }
  if (t.has("num_global_key_value_heads") ? t.decide("attention_k_eq_v") : t.flag("attention_k_eq_v")) {
    t.take("num_global_key_value_heads", "kinds.full_attention.num_key_value_heads");
    if (!t.has("num_global_key_value_heads")) {
      t.assume("num_global_key_value_heads = num_key_value_heads: the file does not give it");
    }
  }
  t.ignore({"num_global_key_value_heads", "use_bidirectional_attention", "attention_chunk_size"});
  if (t.number_or("num_kv_shared_layers", 0) > 0) {
    t.take("num_kv_shared_layers");
  }
  layers(
      t, [](std::int64_t i, std::int64_t n) { return sliding_unless((i + 1) % 6 == 0 || i + 1 == n); },
      "one full layer in 6, and the last");
}

// step3p5: layer_types is padded by the entries of draft layers; layers that slide have query heads of their own.
void padded_windows(Translation& t) {
  key_value_shape(t);
  const auto count = static_cast<std::size_t>(t.layer_count());
  std::vector<std::string> types = t.list("layer_types");
  if (!needed(t, "layer_types", "the layer types in order")) {
    return;
  }
  const std::int64_t depth =
      t.has("num_nextn_predict_layers") ? t.number("num_nextn_predict_layers").value_or(0) : 0;
  std::vector<std::string> drafts;
  if (types.size() > count && types.size() - count == static_cast<std::size_t>(depth)) {
    drafts.assign(types.begin() + static_cast<std::ptrdiff_t>(count), types.end());
    types.resize(count);
  } else if (depth > 0) {
    undescribed_draft(t, "num_nextn_predict_layers");
  }
  for (const auto& [theirs, ours] :
       {std::pair("num_attention_heads", "num_attention_heads"),
        std::pair("num_attention_groups", "num_key_value_heads"), std::pair("head_dim", "head_dim")}) {
    const std::string key = fmt::format("attention_other_setting.{}", theirs);
    if (t.has(key)) {
      t.take(key, fmt::format("kinds.sliding_attention.{}", ours));
    }
  }
  t.ignore({"attention_other_setting.attention_type", "attention_other_setting.true_head_dim"});
  write_layers(t, types, "layer_types");
  if (!drafts.empty()) {
    t.layers(drafts, "layer_types", "mtp_layer_types");
  }
}

}  // namespace kvtally::rules
