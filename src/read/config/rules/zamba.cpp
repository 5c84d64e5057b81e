// Rules of models whose layers hold a Mamba state, and some of them attention beside it or instead.

#include <algorithm>
#include <fmt/format.h>

#include "core/wide.hpp"
#include "read/config/rules/all.hpp"
#include "read/config/rules/common.hpp"

namespace kvtally::rules {

namespace {

// zamba: attention over 2 × hidden_size, its heads as wide as that allows; each shared block has a cache of its
// own.
void doubled_heads(Translation& t) {
  shape(t);
  if (!t.take("num_key_value_heads")) {
    t.take("num_attention_heads", "num_key_value_heads");
  }
  if (!t.take("head_dim")) {
    const std::int64_t heads = std::max<std::int64_t>(t.number("num_attention_heads", 1).value_or(1), 1);
    t.give("head_dim", fmt::format("{}", 2 * t.number("hidden_size", 1).value_or(1) / heads),
           "2 × hidden_size ÷ num_attention_heads");
  }
}

std::string hybrid_or_mamba(const std::string& type) { return type == "hybrid" ? "hybrid" : "linear_attention"; }

}  // namespace

// zamba: Mamba in every layer, and in some a shared attention block beside it: in the third, and then counted by
// period and offset from the fourth (ZambaConfig).
void zamba(Translation& t) {
  doubled_heads(t);
  mamba1_shape(t);
  t.ignore({"attention_hidden_size", "n_mamba_heads", "attn_layer_period", "attn_layer_offset"});
  const bool given = t.has("layer_types");
  const std::int64_t period = given ? 1 : t.number_or("attn_layer_period", 6, 1);
  const std::int64_t offset = given ? 0 : t.number_or("attn_layer_offset", 4);
  std::vector<std::string> types = layer_types(
      t,
      [&](std::int64_t i, std::int64_t) {
        return std::string(i == 2 || (i > 2 && (i - 3) % period == offset) ? "hybrid" : "mamba");
      },
      fmt::format("a shared block in the third layer, then at {} of each {}", offset, period));
  std::ranges::transform(types, types.begin(), hybrid_or_mamba);
  t.layers(types, given ? "layer_types" : "num_hidden_layers");
}

// zamba2: Mamba-2 in every layer; the file's list, or hybrid_layer_ids, says where attention stands beside it.
void zamba2(Translation& t) {
  doubled_heads(t);
  t.give("linear_type", "mamba2", "");
  t.take_all({"mamba_d_state", "mamba_d_conv", "mamba_n_heads", "mamba_n_groups"});
  const std::int64_t heads = std::max<std::int64_t>(t.number("mamba_n_heads", 1).value_or(1), 1);
  const std::int64_t expand = t.number_or("mamba_expand", 2, 1);
  if (!t.take("mamba_d_head")) {
    t.give("mamba_d_head", fmt::format("{}", Wide{expand} * t.number("hidden_size", 1).value_or(1) / heads),
           "mamba_expand × hidden_size ÷ n_mamba_heads");
  }
  t.ignore({"attention_hidden_size", "hybrid_layer_ids"});
  const std::vector<std::string> ids = t.list("hybrid_layer_ids");
  if (!t.has("layer_types") && !t.has("hybrid_layer_ids")) {
    needed(t, "layers_block_type", "the layer types in order, or hybrid_layer_ids");
    return;
  }
  std::vector<std::string> types = layer_types(
      t,
      [&](std::int64_t i, std::int64_t) {
        return std::string(std::ranges::find(ids, fmt::format("{}", i)) != ids.end() ? "hybrid" : "mamba");
      },
      "");
  std::ranges::transform(types, types.begin(), hybrid_or_mamba);
  t.layers(types, t.has("layer_types") ? "layer_types" : "hybrid_layer_ids");
}

}  // namespace kvtally::rules
