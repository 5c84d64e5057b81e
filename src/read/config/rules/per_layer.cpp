// Rules of models whose files describe each layer by itself.

#include <algorithm>
#include <fmt/format.h>

#include "core/parse.hpp"
#include "read/config/rules/all.hpp"
#include "read/config/rules/common.hpp"

namespace kvtally::rules {

namespace {

// A sort of full layers with heads of its own, by the name it has in the layer list.
std::string full_sort(Translation& t, std::string_view query_heads, std::string_view kv_heads) {
  const std::string name = fmt::format("full_{}_{}", query_heads, kv_heads);
  t.give(fmt::format("kinds.{}.layer_type", name), "full_attention", "");
  t.give(fmt::format("kinds.{}.num_attention_heads", name), std::string(query_heads), "");
  t.give(fmt::format("kinds.{}.num_key_value_heads", name), std::string(kv_heads), "");
  return name;
}

}  // namespace

// openelm: num_query_heads and num_kv_heads are lists (mlx-lm openelm.py).
void listed_heads(Translation& t) {
  t.take_all({"num_hidden_layers", "hidden_size", "head_dim", "max_position_embeddings"});
  needed(t, "head_dim", "the width of a head");
  const std::vector<std::string> queries = t.list("num_query_heads");
  const std::vector<std::string> keys = t.list("num_kv_heads");
  if (!needed(t, "num_query_heads", "a number for each layer") ||
      !needed(t, "num_kv_heads", "a number for each layer")) {
    return;
  }
  if (queries.size() != keys.size()) {
    t.abandon("num_kv_heads",
              fmt::format("num_kv_heads has {} layers, num_query_heads {}", keys.size(), queries.size()),
              "the same number");
    return;
  }
  std::vector<std::string> types;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (!parse_integer(queries[i]) || !parse_integer(keys[i])) {
      t.abandon("num_kv_heads",
                fmt::format("layer {} has {} query and {} key-value heads", i, queries[i], keys[i]),
                "whole numbers");
      return;
    }
    types.push_back(full_sort(t, queries[i], keys[i]));
  }
  t.layers(types, "num_kv_heads");
}

namespace {

// What a block's attention may say and mean nothing by: null or false, or software alone.
bool says_nothing(const Node& value) {
  return value.kind == Node::Kind::null || (value.kind == Node::Kind::plain && value.text == "false");
}

std::string block_type(Translation& t, const Node& block, std::int64_t heads) {
  const Node* attention = block.kind == Node::Kind::map ? member(block, "attention") : nullptr;
  if (attention == nullptr || attention->kind != Node::Kind::map) {
    t.config().report(block.place, "a block without a map 'attention'", "what its attention is");
    return "mlp";
  }
  std::string_view group;
  bool none = false;
  for (const Node& part : Children(*attention)) {
    if (part.key == "n_heads_in_group" && part.kind == Node::Kind::plain) {
      group = part.text;
    } else if (part.key == "no_op" || part.key == "replace_with_linear") {
      none = none || part.text == "true";
    } else if (!says_nothing(part)) {
      t.config().report(part.key_place,
                        fmt::format("the key '{}' is not understood, and could change the cache", part.key),
                        "n_heads_in_group, no_op or replace_with_linear");
    }
  }
  if (none) {
    return "mlp";
  }
  const auto size = parse_integer(group);
  if (!size || *size < 1 || heads % *size != 0) {
    t.config().report(attention->place, fmt::format("n_heads_in_group is '{}' for {} query heads", group, heads),
                      "a divisor of them");
    return "mlp";
  }
  return full_sort(t, fmt::format("{}", heads), fmt::format("{}", heads / *size));
}

}  // namespace

// nemotron-nas: block_configs; a block has num_attention_heads ÷ n_heads_in_group key-value heads, or no
// attention.
void listed_blocks(Translation& t) {
  shape(t);
  t.take("head_dim");
  const std::int64_t heads = t.number("num_attention_heads", 1).value_or(1);
  t.ignore({"num_key_value_heads"});
  const Node* blocks = t.find("block_configs");
  if (!needed(t, "block_configs", "a map for each layer")) {
    return;
  }
  if (blocks->kind != Node::Kind::list) {
    t.abandon("block_configs", fmt::format("block_configs is {}", described(*blocks)), "a list");
    return;
  }
  std::vector<std::string> types;
  for (const Node& block : Children(*blocks)) {
    types.push_back(block_type(t, block, heads));
  }
  t.layers(types, "block_configs");
}

namespace {

// Tiles of the picture, each of (image_size ÷ patch_size)² patches and a class token (transformers mllama).
void vision_tokens(Translation& t) {
  const Node* vision = t.whole().find("vision_config");
  Problems ignored;
  std::int64_t side = 448;
  std::int64_t patch = 14;
  std::int64_t tiles = 4;
  if (vision != nullptr && vision->kind == Node::Kind::map) {
    const Fields fields(t.config().tree(), *vision, ignored, "vision_config");
    side = fields.integer("image_size", 1, 1 << 16).value_or(side);
    patch = fields.integer("patch_size", 1, 1 << 16).value_or(patch);
    tiles = fields.integer("max_num_tiles", 1, 1 << 10).value_or(tiles);
  }
  const std::int64_t per_side = side / patch;
  t.give("max_source_positions", fmt::format("{}", (per_side * per_side + 1) * tiles),
         fmt::format("{} tiles of ({} ÷ {})² patches and a class token", tiles, side, patch));
}

}  // namespace

// mllama: these layers hold the keys and values of the picture alone; they count among num_hidden_layers.
void vision_layers(Translation& t) {
  key_value_shape(t);
  std::vector<std::string> crossing = t.list("cross_attention_layers");
  if (!t.has("cross_attention_layers")) {
    for (std::int64_t i = 3; i < 40; i += 5) {
      crossing.push_back(fmt::format("{}", i));
    }
    t.assume(fmt::format("cross_attention_layers [3, 8, ... 38]: {}", t.default_of()));
  }
  const std::int64_t count = t.layer_count();
  std::vector<std::string> types(static_cast<std::size_t>(count), "full_attention");
  for (const std::string& index : crossing) {
    const auto layer = parse_integer(index);
    if (!layer || *layer >= count) {
      t.abandon("cross_attention_layers",
                fmt::format("cross_attention_layers holds {}, num_hidden_layers is {}", index, count),
                "layers of the model, counted from 0");
      return;
    }
    types[static_cast<std::size_t>(*layer)] = "cross_attention";
  }
  t.layers(types, t.has("cross_attention_layers") ? "cross_attention_layers" : "num_hidden_layers");
  if (!crossing.empty()) {
    vision_tokens(t);
  }
}

}  // namespace kvtally::rules
