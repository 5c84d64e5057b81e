#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>
#include <string_view>

#include "engine/engines.hpp"
#include "engine/vllm/capacity.hpp"
#include "read/model_text.hpp"
#include "read/zoo.hpp"
#include "support/print.hpp"

/// vLLM's engine for the tests of this folder.
namespace kvtally::test {

/// A description of `layer_types` with heads of one sort; `more` are further lines.
inline Model described(std::string_view layer_types, std::int64_t layers, std::int64_t heads, std::int64_t dim,
                       std::string_view more = {}) {
  const std::string text = fmt::format(
      "name: a model\nnum_hidden_layers: {}\nnum_attention_heads: {}\nnum_key_value_heads: {}\nhead_dim: {}\n"
      "max_position_embeddings: 131072\nlayer_types: \"{}\"\n{}",
      layers, heads, heads, dim, layer_types, more);
  auto read = read_model_text("model.yaml", text, "model");
  REQUIRE_MESSAGE(read.has_value(), (read ? std::string() : render(read.error())) << text);
  return std::move(read->model);
}

inline const Zoo& vllm_zoo() {
  static const Zoo zoo(embedded_files());
  return zoo;
}
inline Model zoo_model(std::string_view id) { return vllm_zoo().describe(id)->model; }

inline Expected<Allocation> vllm_allocate(const Model& model, std::string_view line) {
  const Engine* engine = engine_named("vllm");
  REQUIRE(engine != nullptr);
  const auto flags = read_flags(engine->flags, line);
  if (!flags) {
    return std::unexpected(flags.error());
  }
  return engine->allocate(model, *flags);
}

inline Allocation allocated(const Model& model, std::string_view line) {
  auto allocation = vllm_allocate(model, line);
  REQUIRE_MESSAGE(allocation.has_value(), (allocation ? std::string() : render(allocation.error())) << line);
  return std::move(*allocation);
}

/// A whole figure; -1 where there is none, -2 where it is a fraction.
inline std::int64_t whole(const Allocation& allocation, std::string_view name) {
  const EngineFigure* figure = figure_named(allocation, name);
  if (figure == nullptr) {
    return -1;
  }
  return figure->numerator % figure->denominator == 0
             ? static_cast<std::int64_t>(figure->numerator / figure->denominator)
             : -2;
}

/// Whether a figure is so many parts of so many.
inline bool is_fraction(const Allocation& allocation, std::string_view name, Wide numerator, Wide denominator) {
  const EngineFigure* figure = figure_named(allocation, name);
  return figure != nullptr && figure->numerator * denominator == numerator * figure->denominator;
}

inline std::string refused(const Model& model, std::string_view line) {
  const auto allocation = vllm_allocate(model, line);
  return allocation ? "allocated" : render(allocation.error());
}

/// The settings, layers and groups behind an allocation.
struct Worked {
  vllm::Settings settings;
  vllm::CacheLayers layers;
  vllm::Grouping grouping;
};
inline Worked worked(const Model& model, std::string_view line) {
  const auto flags = read_flags(engine_named("vllm")->flags, line);
  REQUIRE(flags.has_value());
  auto settings = vllm::read_settings(model, *flags);
  REQUIRE(settings.has_value());
  auto layers = vllm::cache_layers(model, *settings);
  REQUIRE_MESSAGE(layers.has_value(), (layers ? std::string() : render(layers.error())));
  vllm::Grouping grouping = vllm::group_layers(*layers, *settings);
  return {std::move(*settings), std::move(*layers), std::move(grouping)};
}

}  // namespace kvtally::test
