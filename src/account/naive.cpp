#include "account/naive.hpp"

#include <fmt/format.h>

namespace kvtally {

namespace {

struct Factor {
  std::int64_t value;
  std::string words;
};

std::optional<Factor> key_value_heads(const NaiveShape& shape) {
  if (shape.num_key_value_heads) {
    return Factor{*shape.num_key_value_heads, fmt::format("{} num_key_value_heads", *shape.num_key_value_heads)};
  }
  if (shape.num_attention_heads) {
    return Factor{*shape.num_attention_heads, fmt::format("{} num_attention_heads", *shape.num_attention_heads)};
  }
  return std::nullopt;
}

std::optional<Factor> head_dim(const NaiveShape& shape) {
  if (shape.head_dim) {
    return Factor{*shape.head_dim, fmt::format("{} head_dim", *shape.head_dim)};
  }
  if (shape.hidden_size && shape.num_attention_heads) {
    const std::int64_t dim = *shape.hidden_size / *shape.num_attention_heads;
    return Factor{
        dim, fmt::format("{} (hidden_size {} ÷ {} heads)", dim, *shape.hidden_size, *shape.num_attention_heads)};
  }
  return std::nullopt;
}

// Bytes of n elements at the format's mean rate.
Wide at_mean_rate(const Format& format, Wide elements) {
  if (format.whole_entry) {
    return elements;
  }
  const Wide rest = elements % format.elements * format.bytes;
  return elements / format.elements * format.bytes + ceil_div(rest, format.elements);
}

std::string element_words(const Format& key, const Format& value) {
  return key == value ? fmt::format("2 (K and V) × {}", key.name)
                      : fmt::format("(K {} + V {})", key.name, value.name);
}

}  // namespace

Naive naive_figure(const Model& model, Tokens context, std::int64_t batch, const Format& key,
                   const Format& value) {
  const auto heads = key_value_heads(model.naive);
  const auto dim = head_dim(model.naive);
  if (!heads || !dim) {
    return {std::nullopt, "the model has no attention heads to multiply"};
  }
  const Wide elements = Wide{model.naive.num_hidden_layers} * heads->value * dim->value * context.value * batch;
  return {Bytes{at_mean_rate(key, elements) + at_mean_rate(value, elements)},
          fmt::format("{} layers × {} × {} × {} × {} tokens × batch {}", model.naive.num_hidden_layers,
                      heads->words, dim->words, element_words(key, value), context.value, batch)};
}

}  // namespace kvtally
