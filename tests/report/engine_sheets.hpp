#pragma once

#include "core/text.hpp"
#include "report/compiled_in.hpp"
#include "report/engine.hpp"
#include "support/lines.hpp"
#include "support/small_engine.hpp"

namespace kvtally::test {

inline Allocation small_allocation(const std::string& id, const std::string& flags) {
  const auto given = read_flags(small_flags(), flags);
  REQUIRE(given.has_value());
  auto allocation = small_allocate(model_of(id), *given);
  REQUIRE_MESSAGE(allocation.has_value(), render(allocation.error()));
  return *allocation;
}

/// What the small engine says of a compiled-in model.
inline EngineSheet small_sheet(const std::string& id, const std::string& flags) {
  return {"Small", model_of(id), small_allocation(id, flags)};
}

/// An engine that starts, one that does not, and one that cannot hold the model.
inline EngineComparison small_comparison() {
  return {model_of("gemma-3-27b"),
          "--context 8K",
          {{"small", "Small", small_allocation("gemma-3-27b", "-c 8K --padded"), ""},
           {"tight", "Tight", small_allocation("gemma-3-27b", "-c 8K --memory 1MiB"), ""},
           {"other", "Other", std::nullopt, "layers of kind swa are stored by none of these engines"}}};
}

/// The widest line of a text, in columns.
inline std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  for (const std::string& line : lines_of(text)) {
    widest = std::max(widest, display_width(line));
  }
  return widest;
}

}  // namespace kvtally::test
