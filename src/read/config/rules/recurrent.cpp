// Rules of models whose cheap layers hold other states: RG-LRU, RWKV, mLSTM, short convolutions.

#include <algorithm>
#include <fmt/format.h>

#include "core/wide.hpp"
#include "read/config/rules/all.hpp"
#include "read/config/rules/common.hpp"

namespace kvtally::rules {

// recurrent_gemma: block_types repeated; attention has a window, the other layers an RG-LRU of lru_width channels
// behind a convolution.
void repeated_blocks(Translation& t) {
  key_value_shape(t);
  t.give("linear_type", "rglru", "");
  if (!t.take("lru_width")) {
    t.take("hidden_size", "lru_width");
    t.assume("lru_width = hidden_size: the file does not give it");
  }
  t.take("conv1d_width", "linear_conv_kernel_dim");
  std::vector<std::string> unit = t.list("block_types");
  if (unit.empty()) {
    unit = {"recurrent", "recurrent", "attention"};
    t.assume(fmt::format("block_types [recurrent, recurrent, attention]: {}", t.default_of()));
  }
  std::vector<std::string> types;
  for (std::int64_t i = 0, n = t.layer_count(); i < n; ++i) {
    const std::string& block = unit[static_cast<std::size_t>(i) % unit.size()];
    if (block != "recurrent" && block != "attention") {
      t.abandon("block_types", fmt::format("block_types holds '{}'", block), "recurrent or attention");
      return;
    }
    types.emplace_back(block == "attention" ? "sliding_attention" : "linear_attention");
  }
  write_layers(t, types, t.has("block_types") ? "block_types" : "num_hidden_layers");
}

// rwkv5, rwkv6: a matrix of head_size² for each head, and the two hidden vectors of the token before.
void rwkv6(Translation& t) {
  t.take_all({"num_hidden_layers", "hidden_size", "max_position_embeddings"});
  t.give("linear_type", "rwkv6", "");
  const std::int64_t size = std::max<std::int64_t>(t.number_or("head_size", 64, 1), 1);
  const std::int64_t width = t.has("attention_hidden_size") ? t.number("attention_hidden_size", 1).value_or(1)
                                                            : t.number("hidden_size", 1).value_or(1);
  if (!t.has("attention_hidden_size")) {
    t.assume("attention_hidden_size = hidden_size: the file does not give it");
  }
  if (width % size != 0) {
    t.report("head_size", fmt::format("heads of {} in {} channels", size, width), "a divisor");
  }
  for (const std::string_view heads : {"linear_num_key_heads", "linear_num_value_heads"}) {
    t.give(heads, fmt::format("{}", width / size), "");
  }
  for (const std::string_view dim : {"linear_key_head_dim", "linear_value_head_dim"}) {
    t.give(dim, fmt::format("{}", size), "");
  }
  t.uniform("linear_attention");
}

// rwkv (4): numerator, denominator and maximum of attention_hidden_size channels each, and two shifts.
void rwkv4(Translation& t) {
  t.take_all({"num_hidden_layers", "hidden_size", "max_position_embeddings"});
  t.give("linear_type", "rwkv4", "");
  if (!t.take("attention_hidden_size")) {
    t.take("hidden_size", "attention_hidden_size");
    t.assume("attention_hidden_size = hidden_size: the file does not give it");
  }
  t.uniform("linear_attention");
}

namespace {

// xLSTMConfig rounds its widths up to a multiple of 64.
std::int64_t rounded_up(std::int64_t width) { return static_cast<std::int64_t>(ceil_div(width, 64)) * 64; }

}  // namespace

// xlstm: a matrix memory, a normaliser and a stabiliser for each head.
void xlstm(Translation& t) {
  t.take_all({"num_hidden_layers", "hidden_size", "max_position_embeddings"});
  t.give("linear_type", "mlstm", "");
  const std::int64_t hidden = t.number("hidden_size", 1).value_or(1);
  const std::int64_t heads = std::max<std::int64_t>(t.number_or("num_heads", 8, 1), 1);
  const std::int64_t keys = rounded_up(scaled(t, "qk_dim_factor", hidden, "0.5"));
  const std::int64_t values = rounded_up(scaled(t, "v_dim_factor", hidden, "1.0"));
  t.ignore({"num_blocks", "embedding_dim"});
  for (const std::string_view key : {"linear_num_key_heads", "linear_num_value_heads"}) {
    t.give(key, fmt::format("{}", heads), "");
  }
  t.give("linear_key_head_dim", fmt::format("{}", keys / heads), "");
  t.give("linear_value_head_dim", fmt::format("{}", values / heads), "");
  t.uniform("linear_attention");
}

// lfm2: attention at full_attn_idxs, or where layer_types say so, a short convolution elsewhere.
void short_convolution(Translation& t) {
  key_value_shape(t);
  t.ignore({"full_attn_idxs", "sliding_window"});
  const std::vector<std::string> full = t.list("full_attn_idxs");
  const bool all = !t.has("full_attn_idxs");
  const std::vector<std::string> types = layer_types(
      t,
      [&](std::int64_t i, std::int64_t) {
        const bool attends = all || std::ranges::find(full, fmt::format("{}", i)) != full.end();
        return std::string(attends ? "full_attention" : "conv");
      },
      all ? "every layer has attention" : "");
  if (std::ranges::find(types, "conv") != types.end()) {
    t.take("conv_L_cache");
  } else {
    t.ignore({"conv_L_cache"});
  }
  write_layers(t, types, t.has("layer_types") ? "layer_types" : "num_hidden_layers");
}

// zaya: beside the keys and values each layer keeps what two causal convolutions over queries and keys need,
// (cca_time0 − 1) + (cca_time1 − 1) columns, and the half of the values that the next token reads (arXiv
// 2510.04476).
void compressed_convolution(Translation& t) {
  key_value_shape(t);
  const Wide heads =
      Wide{t.number("num_attention_heads", 1).value_or(1)} + t.number("num_key_value_heads", 1).value_or(1);
  const std::int64_t dim = t.number("head_dim", 1).value_or(1);
  const Wide columns = Wide{t.number_or("cca_time0", 2, 1)} + t.number_or("cca_time1", 2, 1) - 2;
  t.give("linear_type", "short_conv", "");
  t.give("linear_conv_channels", fmt::format("{}", heads * dim), "the widths of queries and keys");
  t.give("linear_conv_kernel_dim", fmt::format("{}", columns + 1), "cca_time0 + cca_time1 − 1");
  t.give("linear_shift_size", fmt::format("{}", Wide{t.number("num_key_value_heads", 1).value_or(1)} * dim / 2),
         "half of the values");
  layers(t, [](std::int64_t, std::int64_t) { return std::string("hybrid"); }, "all hybrid");
  if (t.has("sliding_window")) {
    t.take("sliding_window");
  }
}

// inkling: four short convolutions in every layer, over keys, values and twice the hidden vector; the layers that
// slide have heads of their own.
void convolved_heads(Translation& t) {
  key_value_shape(t);
  t.give("linear_type", "short_conv", "");
  t.take("conv_kernel_size", "linear_conv_kernel_dim");
  const Wide hidden = t.number("hidden_size", 1).value_or(1);
  const auto channels = [&](std::string_view heads, std::string_view dim) {
    return 2 * Wide{t.number(heads, 1).value_or(1)} * t.number(dim, 1).value_or(1) + 2 * hidden;
  };
  t.give("linear_conv_channels", fmt::format("{}", channels("num_key_value_heads", "head_dim")),
         "2 × num_key_value_heads × head_dim + 2 × hidden_size");
  const std::vector<std::string> local = t.list("local_layer_ids");
  const bool listed = t.has("local_layer_ids");
  const std::vector<std::string> types = layer_types(
      t,
      [&](std::int64_t i, std::int64_t) {
        const bool slides =
            listed ? std::ranges::find(local, fmt::format("{}", i)) != local.end() : (i + 1) % 6 != 0;
        return std::string(slides ? "hybrid_sliding" : "hybrid");
      },
      listed ? "" : "one full layer in 6");
  if (std::ranges::find(types, "hybrid_sliding") != types.end()) {
    t.take("sliding_window", "kinds.hybrid_sliding.sliding_window");
    t.take("swa_num_attention_heads", "kinds.hybrid_sliding.num_attention_heads");
    t.take("swa_num_key_value_heads", "kinds.hybrid_sliding.num_key_value_heads");
    t.take("swa_head_dim", "kinds.hybrid_sliding.head_dim");
    t.give("kinds.hybrid_sliding.linear_conv_channels",
           fmt::format("{}", channels("swa_num_key_value_heads", "swa_head_dim")),
           "2 × swa_num_key_value_heads × swa_head_dim + 2 × hidden_size");
  }
  t.layers(types, t.has("layer_types") ? "layer_types" : "num_hidden_layers");
  undescribed_draft(t, "num_mtp_layers");
  t.ignore({"mtp_local_layer_ids", "local_layer_ids"});
}

}  // namespace kvtally::rules
