// Rules of models whose layers hold keys and values, all of them alike or by a pattern. The sources are
// transformers' configuration and modeling files (5.16.0.dev0) unless a rule names another.

#include <fmt/format.h>

#include "core/parse.hpp"
#include "read/config/rules/all.hpp"
#include "read/config/rules/common.hpp"

namespace kvtally::rules {

namespace {

// A switch that turns the window off. Absent, it is off where the class has such a switch.
bool window_is_off(Translation& t) { return t.has("use_sliding_window") && !t.flag("use_sliding_window"); }

// The class has a switch; without it a window that the file gives is not used.
bool window_is_on(Translation& t) {
  const bool window = t.has("sliding_window");
  t.ignore({"sliding_window", "max_window_layers"});
  const bool on = window ? t.decide("use_sliding_window") : t.flag("use_sliding_window");
  if (window && !on && !t.has("layer_types")) {
    t.assume("sliding_window is not used: use_sliding_window is false");
  }
  return on;
}

// A window that looks ahead as well (gemma3's use_bidirectional_attention) is W ÷ 2 + 1 wide to the left, one that
// the file gives as a whole (`windows.half_of`: modernbert's local_attention) half of it.
void window_on_both_sides(Translation& t) {
  if (t.flag("use_bidirectional_attention") && t.number("sliding_window", 1)) {
    t.give("sliding_window", fmt::format("{}", t.number("sliding_window", 1).value_or(1) / 2 + 1),
           "sliding_window ÷ 2 + 1, for use_bidirectional_attention is true");
  }
  if (const auto whole = t.family()->setting("windows.half_of")) {
    t.give("sliding_window", fmt::format("{}", t.number(*whole, 2).value_or(2) / 2),
           fmt::format("{} ÷ 2", *whole));
  }
}

std::int64_t setting_number(Translation& t, std::string_view path, std::int64_t otherwise) {
  const auto text = t.family() == nullptr ? std::nullopt : t.family()->setting(path);
  const auto value = text ? parse_integer(*text) : std::unexpected(std::string());
  return value.value_or(otherwise);
}

}  // namespace

// Keys and values of every position in every layer. The class knows no window: where the file has one that is not
// switched off, transformers' cache slides and the model does not (cache_utils.get_layer_types_and_kwargs).
void full(Translation& t) {
  key_value_shape(t);
  t.ignore({"max_window_layers"});  // of a window that there is none of
  if (window_is_off(t)) {
    t.ignore({"sliding_window"});
  }
  if (t.has("layer_types")) {
    layers(t, {}, "");
  } else {
    t.uniform("full_attention");
  }
  draft(t, "num_nextn_predict_layers", "full_attention");
}

// minimax_m2: its attn_type_list says 1, full attention, of every layer; another mark is another model's.
void full_where_marked(Translation& t) {
  for (const std::string& mark : t.list("attn_type_list")) {
    if (mark != "1") {
      t.abandon("attn_type_list", fmt::format("attn_type_list holds '{}'", mark),
                "1, full attention, of every layer");
      return;
    }
  }
  full(t);
  undescribed_draft(t, "num_mtp_modules");
}

// All layers slide where there is a window: the file's, or the class's when the key is absent. Null is no window.
void window(Translation& t) {
  key_value_shape(t);
  const bool null = t.stated("sliding_window") && !t.has("sliding_window");
  const bool none = window_is_off(t) || null;
  const bool slides = !none && t.number("sliding_window", 1).has_value();
  if (null) {
    t.assume("sliding_window is null: no layer slides");
  } else if (!none && !slides && t.config().find("sliding_window") == nullptr) {
    t.assume(fmt::format("sliding_window: none, {}", t.default_of()));
  }
  t.ignore({"max_window_layers"});
  layers(t, [&](std::int64_t, std::int64_t) { return sliding_unless(!slides); }, "");
  draft(t, "num_nextn_predict_layers", "full_attention");
}

// use_sliding_window; then layers from max_window_layers on slide. Classes without the switch slide whenever there
// is a window (dots1).
void window_from_layer(Translation& t) {
  key_value_shape(t);
  const bool switchless = t.family()->setting("windows.switch") == "none";
  const bool slides = switchless ? t.number("sliding_window", 1).has_value() : window_is_on(t);
  if (!slides) {
    layers(t, [](std::int64_t, std::int64_t) { return sliding_unless(true); }, "");
  } else if (t.has("layer_types")) {
    layers(t, {}, "");
  } else {
    const std::int64_t first = t.number_or("max_window_layers", 28);
    layers(
        t, [&](std::int64_t i, std::int64_t) { return sliding_unless(i < first); },
        fmt::format("the layers from {} on slide", first));
  }
  draft(t, "num_nextn_predict_layers", "full_attention");
}

// use_sliding_window; then every second layer below max_window_layers slides (qwen2_moe).
void window_below_layer(Translation& t) {
  key_value_shape(t);
  if (!window_is_on(t)) {
    layers(t, [](std::int64_t, std::int64_t) { return sliding_unless(true); }, "");
    return;
  }
  const std::int64_t end = t.has("layer_types") ? 0 : t.number_or("max_window_layers", 28);
  layers(t, [&](std::int64_t i, std::int64_t) { return sliding_unless((i + 1) % 2 == 0 || i >= end); }, "");
}

// use_sliding_window; then all layers slide (qwen3_moe).
void window_by_switch(Translation& t) {
  key_value_shape(t);
  const bool slides = window_is_on(t);
  layers(t, [&](std::int64_t, std::int64_t) { return sliding_unless(!slides); }, "");
  draft(t, "num_nextn_predict_layers", "full_attention");
}

// One layer of every `pattern.every` is full, at `pattern.at` (by default the last of each group), the others
// slide. `pattern.key` names the file's key for it. `pattern.from_end: true` counts from the last layer.
// `pattern.last_full: true` makes the last layer full.
void pattern(Translation& t) {
  key_value_shape(t);
  const Family& family = *t.family();
  std::int64_t every = setting_number(t, "pattern.every", 1);
  if (const auto key = family.setting("pattern.key"); key && !t.has("layer_types")) {
    every = t.number_or(*key, every, 1);
  } else if (key) {
    t.find(*key);
  }
  window_on_both_sides(t);
  const std::int64_t at = setting_number(t, "pattern.at", every - 1);
  const bool from_end = family.setting("pattern.from_end") == "true";
  const bool last_full = family.setting("pattern.last_full") == "true";
  if (t.stated("sliding_window") && !t.has("sliding_window") && !t.has("layer_types")) {
    t.report("sliding_window", "sliding_window is null, and no layer_types say which layers slide", "a window");
    t.config().report_missing("layer_types", "the layer types in order");
  }
  layers(
      t,
      [&](std::int64_t i, std::int64_t n) {
        return sliding_unless((from_end ? n - 1 - i : i) % every == at || (last_full && i + 1 == n));
      },
      fmt::format("one full layer in {}", every));
  draft(t, "num_nextn_predict_layers", "full_attention");
}

// All layers full unless layer_types say more (laguna, mellum), whatever the window.
void full_unless_listed(Translation& t) {
  key_value_shape(t);
  layers(t, [](std::int64_t, std::int64_t) { return sliding_unless(true); }, "all full");
}

// smollm3: layers without rotary embedding slide, and only where use_sliding_window says so.
void window_without_rotary(Translation& t) {
  key_value_shape(t);
  const bool slides = window_is_on(t);
  const std::vector<std::string> rotary = t.list("no_rope_layers");
  const std::int64_t interval = !slides || t.has("layer_types") ? 4 : t.number_or("no_rope_layer_interval", 4, 1);
  t.find("no_rope_layer_interval");
  layers(
      t,
      [&](std::int64_t i, std::int64_t) {
        const auto index = static_cast<std::size_t>(i);
        const bool plain = index < rotary.size() ? rotary[index] == "0" : (i + 1) % interval == 0;
        return sliding_unless(!(slides && plain));
      },
      "");
}

// cohere2_moe: the first first_k_dense_replace layers have a pattern of their own, the rest one full in four.
void prefixed_pattern(Translation& t) {
  key_value_shape(t);
  const std::int64_t prefix = t.has("layer_types") ? 0 : t.number_or("first_k_dense_replace", 0);
  const std::int64_t before = prefix == 0 ? 1 : t.number_or("prefix_dense_sliding_window_pattern", 1, 1);
  const std::int64_t behind = t.has("layer_types") ? 4 : t.number_or("sliding_window_pattern", 4, 1);
  t.ignore({"first_k_dense_replace", "prefix_dense_sliding_window_pattern", "sliding_window_pattern"});
  layers(
      t,
      [&](std::int64_t i, std::int64_t) {
        return sliding_unless(i < prefix ? (i + 1) % before == 0 : (i - prefix + 1) % behind == 0);
      },
      fmt::format("one full layer in {}", behind));
}

// no_rope_layers says 1 where a layer has rotary embedding, and those are chunked; an empty or absent list means
// every fourth has none (llama4).
void chunked_with_rotary(Translation& t) {
  key_value_shape(t);
  const std::vector<std::string> rotary = t.list("no_rope_layers");
  for (const std::string& mark : rotary) {
    if (mark != "0" && mark != "1") {
      t.abandon("no_rope_layers", fmt::format("no_rope_layers holds '{}'", mark), "0 or 1 for each layer");
      return;
    }
  }
  const std::int64_t count = t.layer_count();
  if (!rotary.empty() && static_cast<std::int64_t>(rotary.size()) != count) {
    t.abandon("no_rope_layers",
              fmt::format("no_rope_layers has {} layers, num_hidden_layers is {}", rotary.size(), count),
              "the same number");
    return;
  }
  const bool listed = t.has("layer_types") || !rotary.empty();
  const std::int64_t interval = listed ? 4 : t.number_or("no_rope_layer_interval", 4, 1);
  t.ignore({"no_rope_layer_interval", "attention_chunk_size"});
  layers(
      t,
      [&](std::int64_t i, std::int64_t) {
        const auto index = static_cast<std::size_t>(i);
        const bool chunked = index < rotary.size() ? rotary[index] == "1" : (i + 1) % interval != 0;
        return std::string(chunked ? "chunked_attention" : "full_attention");
      },
      rotary.empty() ? fmt::format("one full layer in {}", interval) : "");
}

}  // namespace kvtally::rules
