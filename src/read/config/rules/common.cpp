#include "read/config/rules/common.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/wide.hpp"
#include "model/limits.hpp"

namespace kvtally::rules {

namespace {

bool holds(const std::vector<std::string>& types, std::string_view type) {
  return std::ranges::find(types, type) != types.end();
}

// A decimal fraction as numerator ÷ 10^places; nothing when the text is none, or too long for exact arithmetic.
struct Decimal {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;
};

std::optional<Decimal> parse_decimal(std::string_view text) {
  Decimal out;
  bool fraction = false;
  for (const char c : text) {
    if (c == '.' && !fraction) {
      fraction = true;
      continue;
    }
    if (c < '0' || c > '9' || out.numerator > 99'999'999'999'999'999) {
      return std::nullopt;
    }
    out.numerator = out.numerator * 10 + (c - '0');
    out.denominator *= fraction ? 10 : 1;
  }
  return text.empty() || text == "." ? std::nullopt : std::optional(out);
}

}  // namespace

void shape(Translation& t) {
  t.take_all({"num_hidden_layers", "hidden_size", "num_attention_heads", "max_position_embeddings"});
}

void key_value_shape(Translation& t) {
  shape(t);
  t.take_all({"head_dim", "v_head_dim"});
  if (!t.take("num_key_value_heads") && t.take("num_attention_heads", "num_key_value_heads")) {
    t.assume("num_key_value_heads = num_attention_heads: neither the file nor the class gives it");
  }
}

void latent_shape(Translation& t) {
  shape(t);
  if (!t.take("kv_lora_rank")) {
    needed(t, "kv_lora_rank", "the width of the latent");
  }
  t.take_all({"qk_nope_head_dim", "qk_rope_head_dim", "v_head_dim"});
  for (const std::string_view key :
       {"num_key_value_heads", "head_dim"}) {  // of the naive formula alone: no default
    if (t.has(key)) {
      t.take(key);
    }
  }
  t.ignore({"q_lora_rank", "qk_head_dim"});
}

void draft(Translation& t, std::string_view key, std::string_view type) {
  const std::int64_t count = t.has(key) ? t.number(key).value_or(0) : 0;
  if (count > limits::kLayers) {
    t.report(key, fmt::format("{} is {}", key, count), fmt::format("at most {}", limits::kLayers));
  } else if (count > 0) {
    t.layers(std::vector<std::string>(static_cast<std::size_t>(count), std::string(type)), key, "mtp_layer_types");
  }
}

void undescribed_draft(Translation& t, std::string_view key) {
  if (t.has(key) && t.number(key).value_or(0) > 0) {
    t.assume("the file has draft (MTP) layers, whose kind it does not say: they are not described");
  }
}

std::vector<std::string> layer_types(Translation& t, const TypeOf& otherwise, std::string_view how) {
  if (t.has("layer_types")) {
    return t.list("layer_types");
  }
  const std::int64_t count = t.layer_count();
  std::vector<std::string> types;
  for (std::int64_t i = 0; i < count; ++i) {
    types.push_back(otherwise(i, count));
  }
  if (!how.empty()) {
    t.assume(fmt::format("layer_types: {}, {}", how, t.default_of()));
  }
  return types;
}

void write_layers(Translation& t, const std::vector<std::string>& types, std::string_view from) {
  if (holds(types, "sliding_attention") && !t.given("sliding_window")) {
    t.take("sliding_window");
  }
  if (holds(types, "chunked_attention")) {
    t.take("attention_chunk_size");
  }
  t.find("sliding_window");
  t.layers(types, from);
}

void layers(Translation& t, const TypeOf& otherwise, std::string_view how) {
  const std::vector<std::string> types = layer_types(t, otherwise, how);
  write_layers(t, types, t.has("layer_types") ? "layer_types" : "num_hidden_layers");
}

std::string sliding_unless(bool full) { return full ? "full_attention" : "sliding_attention"; }
std::string linear_unless(bool full) { return full ? "full_attention" : "linear_attention"; }

std::int64_t scaled(Translation& t, std::string_view key, std::int64_t times, std::string_view otherwise) {
  const Node* node = t.find(key);
  if (node == nullptr) {
    t.assume(fmt::format("{} {}: {}", key, otherwise, t.default_of()));
  }
  const std::string_view text = node == nullptr ? otherwise : node->text;
  const auto factor = parse_decimal(text);
  const Wide product = factor ? Wide{factor->numerator} * times / factor->denominator : 0;
  if (!factor || product < 1 || product > limits::kDimension) {
    t.report(key, fmt::format("{} is '{}'", key, text), "a factor such as 0.5 or 2");
    return times;
  }
  return static_cast<std::int64_t>(product);
}

void square_heads(Translation& t, std::string_view heads, std::string_view dim) {
  t.take(heads, "linear_num_key_heads");
  t.take(heads, "linear_num_value_heads");
  for (const std::string_view ours : {"linear_key_head_dim", "linear_value_head_dim"}) {
    if (!t.take(dim, ours)) {
      const std::int64_t count = std::max<std::int64_t>(t.number("num_attention_heads", 1).value_or(1), 1);
      t.give(ours, fmt::format("{}", t.number("hidden_size", 1).value_or(1) / count),
             "hidden_size ÷ num_attention_heads");
    }
  }
}

bool needed(Translation& t, std::string_view key, std::string_view expected) {
  if (t.has(key)) {
    return true;
  }
  t.config().report_missing(key, std::string(expected));
  t.abandon();
  return false;
}

}  // namespace kvtally::rules
