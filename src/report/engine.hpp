#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/print.hpp"
#include "engine/allocation.hpp"
#include "model/model.hpp"
#include "report/table.hpp"

namespace kvtally {

/// What `engine NAME` says of one model.
struct EngineSheet {
  std::string title;  // the engine's, "vLLM"
  Model model;
  Allocation allocation;
};

/// One engine of `engine all`.
struct EngineRow {
  std::string name;                      // as on the command line
  std::string title;                     // as people write it
  std::optional<Allocation> allocation;  // nothing: it cannot hold the model
  std::string why_not;
};

/// What `engine all` says of one model: each engine under its own defaults.
struct EngineComparison {
  Model model;
  std::string asked;  // what they have in common, "131,072 tokens, 1 request"; empty: nothing
  std::vector<EngineRow> rows;
};

/// For a terminal: what is held, the three figures, the causes that lead from the model's need to what is
/// allocated, further figures, the log and the assumptions.
std::string text_of(const EngineSheet& sheet, Units units, const Look& look);
/// A row for each figure, cause and part that is held.
Table table_of(const EngineSheet& sheet, Units units);
/// kvtally.engine/1.
std::string json_of(const EngineSheet& sheet);

std::string text_of(const EngineComparison& all, Units units, const Look& look);
/// A row for each engine.
Table table_of(const EngineComparison& all, Units units);
/// kvtally.engines/1.
std::string json_of(const EngineComparison& all);

}  // namespace kvtally
