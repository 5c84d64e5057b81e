// Rules of the model types of flash-linear-attention (fla-org, bc3b101) and of Jet-Nemotron. Sizes are fractions
// of hidden_size; `attn` names layers that have attention instead.

#include <algorithm>
#include <fmt/format.h>

#include "core/parse.hpp"
#include "read/config/rules/all.hpp"
#include "read/config/rules/common.hpp"

namespace kvtally::rules {

namespace {

void head_dims(Translation& t, std::int64_t heads, std::int64_t key_width, std::int64_t value_width) {
  if (key_width % heads != 0 || value_width % heads != 0) {
    t.report("num_heads", fmt::format("{} heads for {} and {} channels", heads, key_width, value_width),
             "a divisor");
  }
  for (const std::string_view key : {"linear_num_key_heads", "linear_num_value_heads"}) {
    t.give(key, fmt::format("{}", heads), "");
  }
  t.give("linear_key_head_dim", fmt::format("{}", key_width / heads), "");
  t.give("linear_value_head_dim", fmt::format("{}", value_width / heads), "");
}

void short_conv(Translation& t, bool otherwise) {
  if (t.decide("use_short_conv", otherwise)) {
    t.give("linear_conv_kernel_dim", fmt::format("{}", t.number_or("conv_size", 4, 1)), "");
  } else {
    t.give("linear_conv_kernel_dim", "0", "");
    t.ignore({"conv_size"});
  }
}

// attn: {layers, num_heads, num_kv_heads, window_size} of the layers that have attention; null or absent: none
// have.
void mixed_layers(Translation& t) {
  if (t.config().find("attn") == nullptr) {
    t.assume("attn: no layer has attention, the file gives none");
    t.uniform("linear_attention");
    return;
  }
  const std::vector<std::string> attending = t.list("attn.layers");
  needed(t, "attn.layers", "the layers with attention, counted from 0");
  t.take("attn.num_heads", "num_attention_heads");
  if (!t.take("attn.num_kv_heads", "num_key_value_heads")) {
    t.take("attn.num_heads", "num_key_value_heads");
    t.assume("num_kv_heads = num_heads: the file does not give it");
  }
  const bool slides = t.has("attn.window_size");
  if (slides) {
    t.take("attn.window_size", "sliding_window");
  } else {
    t.assume("attn.window_size: none, the file gives none");
  }
  std::vector<std::string> types;
  for (std::int64_t i = 0, n = t.layer_count(); i < n; ++i) {
    const bool attends = std::ranges::find(attending, fmt::format("{}", i)) != attending.end();
    types.push_back(attends ? sliding_unless(!slides) : linear_unless(false));
  }
  t.layers(types, "attn.layers");
}

// One key-value head for several query heads: fla stores one state for each query head, all that is needed is one
// for each key-value head.
void refuse_grouped(Translation& t, std::int64_t heads) {
  if (t.has("num_kv_heads") && t.number("num_kv_heads").value_or(heads) != heads) {
    t.report("num_kv_heads",
             fmt::format("num_kv_heads {} with num_heads {}", t.number("num_kv_heads").value_or(0), heads),
             "as many as num_heads: whether a state is kept for each of either is the implementation's choice");
  }
}

void expanded(Translation& t, std::string_view type, std::string_view expand_k, std::string_view expand_v,
              std::int64_t default_heads) {
  t.take_all({"num_hidden_layers", "hidden_size", "max_position_embeddings"});
  t.give("linear_type", std::string(type), "");
  const std::int64_t hidden = t.number("hidden_size", 1).value_or(1);
  const std::int64_t heads = std::max<std::int64_t>(t.number_or("num_heads", default_heads, 1), 1);
  refuse_grouped(t, heads);
  head_dims(t, heads, scaled(t, "expand_k", hidden, expand_k), scaled(t, "expand_v", hidden, expand_v));
}

}  // namespace

void fla_gla(Translation& t) {
  expanded(t, "gla", "0.5", "1.0", 4);
  short_conv(t, false);
  mixed_layers(t);
}

void fla_retnet(Translation& t) {
  expanded(t, "retention", "1.0", "2.0", 8);
  short_conv(t, false);
  mixed_layers(t);
}

void fla_delta(Translation& t) {
  expanded(t, "delta", "1.0", "1.0", 4);
  short_conv(t, true);
  mixed_layers(t);
}

// Queries and keys num_heads × head_dim wide, values expand_v times that.
void fla_gated_delta(Translation& t) {
  t.take_all({"num_hidden_layers", "hidden_size", "max_position_embeddings"});
  t.give("linear_type", "gated_delta", "");
  const std::int64_t heads = std::max<std::int64_t>(t.number_or("num_heads", 6, 1), 1);
  const std::int64_t dim = t.number_or("head_dim", 256, 1);
  if (t.has("num_v_heads")) {
    t.report("num_v_heads", "num_v_heads is given", "heads alike for keys and values");
  }
  head_dims(t, heads, heads * dim, heads * scaled(t, "expand_v", dim, "2.0"));
  short_conv(t, true);
  mixed_layers(t);
}

// Gated slot attention: num_slots slots for keys and for values (arXiv 2409.07146).
void fla_slots(Translation& t) {
  expanded(t, "gsa", "1.0", "1.0", 4);
  const std::int64_t heads = std::max<std::int64_t>(t.number_or("num_heads", 4, 1), 1);
  if (!t.take("num_slots", "linear_num_slots")) {
    t.give("linear_num_slots", fmt::format("{}", t.number("hidden_size", 1).value_or(1) / heads),
           "the width of a head");
  }
  short_conv(t, false);
  mixed_layers(t);
}

// HGRN2 is gated linear attention whose key is one less its gate: heads of expand_ratio (arXiv 2404.07904).
void fla_hgrn2(Translation& t) {
  t.take_all({"num_hidden_layers", "hidden_size", "max_position_embeddings"});
  t.give("linear_type", "gla", "");
  const std::int64_t hidden = t.number("hidden_size", 1).value_or(1);
  if (!t.has("expand_ratio")) {
    t.assume(fmt::format("expand_ratio 128: {}", t.default_of()));
  }
  const std::int64_t ratio = t.has("expand_ratio") ? t.number("expand_ratio", 1).value_or(128) : 128;
  const std::int64_t heads = std::max<std::int64_t>(hidden / std::max<std::int64_t>(ratio, 1), 1);
  if (t.has("num_heads") && t.number("num_heads").value_or(heads) != heads) {
    t.report("num_heads",
             fmt::format("{} heads of {} in {} channels", t.number("num_heads").value_or(0), ratio, hidden),
             "hidden_size ÷ expand_ratio");
  }
  head_dims(t, heads, heads * ratio, hidden);
  short_conv(t, false);
  mixed_layers(t);
}

// samba: Mamba layers, and those of attn.layers.
void samba(Translation& t) {
  t.take_all({"num_hidden_layers", "hidden_size", "max_position_embeddings"});
  mamba1_shape(t);
  mixed_layers(t);
}

// jet_nemotron: layer_types jet, attn and swa. A jet layer is a gated delta state with a convolution of the values
// alone (NVlabs/Jet-Nemotron 94cbd12 jet_block.py).
void jet(Translation& t) {
  key_value_shape(t);
  t.ignore({"max_window_layers"});
  std::vector<std::string> types = t.list("layer_types");
  if (!needed(t, "layer_types", "jet, attn or swa for each layer")) {
    return;
  }
  for (std::string& type : types) {
    if (type != "jet" && type != "attn" && type != "swa") {
      t.abandon("layer_types", fmt::format("layer_types holds '{}'", type), "jet, attn or swa");
      return;
    }
    type = type == "jet" ? "linear_attention" : type == "attn" ? "full_attention" : "sliding_attention";
  }
  const std::string part = "efficient_attention_config.";
  if (std::ranges::find(types, "linear_attention") != types.end()) {
    t.give("linear_type", "gated_delta", "");
    t.give("linear_conv_on", "values", "");
    const std::int64_t dim = t.number(part + "jet.head_dim", 1).value_or(1);
    square_heads(t, part + "jet.num_heads", part + "jet.head_dim");
    t.give("linear_value_head_dim", fmt::format("{}", scaled(t, part + "jet.expand_v", dim, "2.0")), "");
    t.take(part + "jet.conv_size", "linear_conv_kernel_dim");
  }
  if (std::ranges::find(types, "sliding_attention") != types.end()) {
    t.take(part + "swa.window_size", "sliding_window");
  }
  t.layers(types, "layer_types");
}

}  // namespace kvtally::rules
