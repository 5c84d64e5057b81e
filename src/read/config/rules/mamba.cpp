// Rules of models some or all of whose layers hold a Mamba state.

#include <algorithm>
#include <fmt/format.h>

#include "core/parse.hpp"
#include "read/config/rules/all.hpp"
#include "read/config/rules/common.hpp"

namespace kvtally::rules {

void mamba1_shape(Translation& t) {
  t.give("linear_type", "mamba", "");
  t.take_all({"mamba_d_state", "mamba_d_conv", "mamba_expand"});
  t.ignore({"mamba_dt_rank"});
}

void mamba2_shape(Translation& t) {
  t.give("linear_type", "mamba2", "");
  t.take_all({"mamba_d_state", "mamba_d_conv", "mamba_n_heads", "mamba_n_groups"});
  const Node* head = t.find("mamba_d_head");
  if (head != nullptr && head->kind == Node::Kind::plain) {
    t.take("mamba_d_head");
    t.ignore({"mamba_expand", "mamba_d_ssm"});
    return;
  }
  const auto ssm = t.number("mamba_d_ssm", 1);
  const std::int64_t expand = ssm ? 1 : t.number_or("mamba_expand", 2, 1);
  t.ignore({"mamba_expand"});
  const Wide inner = ssm ? Wide{*ssm} : Wide{expand} * t.number("hidden_size", 1).value_or(1);
  const std::int64_t heads = std::max<std::int64_t>(t.number("mamba_n_heads", 1).value_or(1), 1);
  if (inner % heads != 0) {
    t.report("mamba_n_heads", fmt::format("{} heads for {} channels", heads, inner), "a divisor");
  }
  t.give("mamba_d_head", fmt::format("{}", inner / heads),
         ssm ? "mamba_d_ssm ÷ mamba_n_heads" : "mamba_expand × hidden_size ÷ mamba_n_heads");
}

// jamba: attention at i % period == offset, Mamba elsewhere.
void jamba(Translation& t) {
  key_value_shape(t);
  mamba1_shape(t);
  t.ignore({"sliding_window", "attn_layer_period", "attn_layer_offset"});
  const bool given = t.has("layer_types");
  const std::int64_t period = given ? 1 : t.number_or("attn_layer_period", 8, 1);
  const std::int64_t offset = given ? 0 : t.number_or("attn_layer_offset", 4);
  layers(t, [&](std::int64_t i, std::int64_t) { return linear_unless(i % period == offset); }, "");
}

// mamba, falcon_mamba: a state in every layer, and nothing that grows.
void mamba1(Translation& t) {
  t.take_all({"num_hidden_layers", "hidden_size", "max_position_embeddings"});
  mamba1_shape(t);
  t.uniform("linear_attention");
}

// mamba2: heads × head_dim are the inner channels. flash-linear-attention's class works out the heads.
void mamba2(Translation& t) {
  t.take_all({"num_hidden_layers", "hidden_size", "max_position_embeddings", "mamba_d_state", "mamba_d_conv",
              "mamba_n_groups", "mamba_d_head"});
  t.give("linear_type", "mamba2", "");
  const std::int64_t expand = t.number_or("mamba_expand", 2, 1);
  const Wide inner = Wide{expand} * t.number("hidden_size", 1).value_or(1);
  const std::int64_t width = std::max<std::int64_t>(t.number("mamba_d_head", 1).value_or(1), 1);
  if (!t.has("mamba_n_heads")) {
    t.give("mamba_n_heads", fmt::format("{}", inner / width), "expand × hidden_size ÷ head_dim");
  } else {
    t.take("mamba_n_heads");
    if (Wide{t.number("mamba_n_heads", 1).value_or(1)} * width != inner) {
      t.report("mamba_n_heads",
               fmt::format("{} heads of {} for {} channels", t.number("mamba_n_heads").value_or(0), width, inner),
               "expand × hidden_size");
    }
  }
  t.uniform("linear_attention");
}

// bamba: attention at attn_layer_indices alone.
void bamba(Translation& t) {
  key_value_shape(t);
  mamba2_shape(t);
  const std::vector<std::string> full = t.list("attn_layer_indices");
  layers(
      t,
      [&](std::int64_t i, std::int64_t) {
        return linear_unless(std::ranges::find(full, fmt::format("{}", i)) != full.end());
      },
      t.has("attn_layer_indices") ? "" : "no layer has attention");
}

// granitemoehybrid: its layer_types; without them every layer is Mamba.
void listed_mamba2(Translation& t) {
  key_value_shape(t);
  const std::vector<std::string> types =
      layer_types(t, [](std::int64_t, std::int64_t) { return linear_unless(false); }, "no layer has attention");
  const auto states = [](const std::string& type) { return type == "mamba" || type == "linear_attention"; };
  if (std::ranges::any_of(types, states)) {
    mamba2_shape(t);
  } else {
    t.ignore({"mamba_d_state", "mamba_d_conv", "mamba_n_heads", "mamba_n_groups", "mamba_d_head", "mamba_expand"});
  }
  write_layers(t, types, t.has("layer_types") ? "layer_types" : "num_hidden_layers");
}

// falcon_h1: every layer has attention and a state side by side.
void both(Translation& t) {
  key_value_shape(t);
  mamba2_shape(t);
  t.uniform("hybrid");
}

namespace {

std::string type_of_mark(char mark) {
  switch (mark) {
    case 'M': return "linear_attention";
    case '*': return "full_attention";
    case '-': return "mlp";
    case 'E': return "moe";
    default: return {};
  }
}

std::vector<std::string> marked_layers(Translation& t, std::string_view key) {
  std::vector<std::string> types;
  const Node* pattern = t.find(key);
  for (const char mark : pattern == nullptr ? std::string_view() : pattern->text) {
    const std::string type = type_of_mark(mark);
    if (type.empty()) {
      t.abandon(key, fmt::format("{} holds '{}'", key, mark), "M, *, - or E for each layer");
      return {};
    }
    types.push_back(type);
  }
  return types;
}

// NemotronHConfig: of layers_block_type the names, of hybrid_override_pattern the letters.
std::vector<std::string> nemotron_layers(Translation& t, std::string_view names, std::string_view marks,
                                         std::string& from) {
  if (t.has(names)) {
    from = names;
    std::vector<std::string> types = t.list(names);
    std::ranges::replace(types, std::string("mamba"), std::string("linear_attention"));
    std::ranges::replace(types, std::string("attention"), std::string("full_attention"));
    t.find(marks);
    return types;
  }
  from = marks;
  return marked_layers(t, marks);
}

}  // namespace

// nemotron_h: the list decides the number of layers (transformers sets num_hidden_layers by it). M Mamba-2,
// * attention, - and E feed-forward. Its draft layers are described by a pattern of their own.
void nemotron_h(Translation& t) {
  key_value_shape(t);
  t.give("linear_type", "mamba2", "");
  t.take_all({"mamba_d_state", "mamba_d_conv", "mamba_n_heads", "mamba_n_groups", "mamba_d_head"});
  t.ignore({"mamba_expand", "sliding_window"});
  std::string from;
  const std::vector<std::string> types = nemotron_layers(t, "layer_types", "hybrid_override_pattern", from);
  if (t.find(from) == nullptr) {
    needed(t, "hybrid_override_pattern", "M, *, - or E for each layer");
    return;
  }
  if (t.has("num_hidden_layers") && t.number("num_hidden_layers") != static_cast<std::int64_t>(types.size())) {
    t.assume(fmt::format("num_hidden_layers {} is not used: {} has {} layers",
                         t.number("num_hidden_layers").value_or(0), from, types.size()));
  }
  t.give("num_hidden_layers", fmt::format("{}", types.size()), "");
  t.layers(types, from);
  const std::int64_t depth =
      t.has("num_nextn_predict_layers") ? t.number("num_nextn_predict_layers").value_or(0) : 0;
  const std::vector<std::string> drafts =
      nemotron_layers(t, "mtp_layers_block_type", "mtp_hybrid_override_pattern", from);
  if (depth == 1 && !drafts.empty()) {
    t.layers(drafts, from, "mtp_layer_types");
  } else if (depth > 0) {
    undescribed_draft(t, "num_nextn_predict_layers");
  }
}

}  // namespace kvtally::rules
