#pragma once

#include <doctest/doctest.h>
#include <string>
#include <string_view>

#include "core/problem.hpp"
#include "engine/engines.hpp"
#include "read/model_text.hpp"
#include "read/zoo.hpp"
#include "support/print.hpp"

/// What the tests of transformers' caches share.
namespace kvtally::test {

inline Model zoo_model(const std::string& id) { return Zoo(embedded_files()).describe(id)->model; }

/// A model with bf16 keys and values of 2 heads of 8 and the given keys.
inline Model small_model(const std::string& keys) {
  const std::string text =
      "name: Small\nhidden_size: 64\nnum_attention_heads: 4\nnum_key_value_heads: 2\nhead_dim: 8\n"
      "max_position_embeddings: 4096\n" +
      keys;
  auto read = read_model_text("small.yaml", text, "small");
  REQUIRE_MESSAGE(read.has_value(), (read ? "" : render(read.error())));
  return read->model;
}

/// What transformers holds under a line of flags.
inline Expected<Allocation> try_allocate(const Model& model, std::string_view line) {
  const Engine& engine = *engine_named("transformers");
  const auto flags = read_flags(engine.flags, line);
  return flags ? engine.allocate(model, *flags) : std::unexpected(flags.error());
}

inline Allocation allocate(const Model& model, std::string_view line) {
  auto out = try_allocate(model, line);
  REQUIRE_MESSAGE(out.has_value(), (out ? "" : render(out.error())));
  return *out;
}

/// A whole figure; -1 where there is none.
inline Wide figure(const Allocation& allocation, std::string_view name) {
  const EngineFigure* found = figure_named(allocation, name);
  return found == nullptr ? -1 : found->numerator / found->denominator;
}

}  // namespace kvtally::test
