#pragma once

#include <expected>
#include <map>
#include <string>

#include "model/model.hpp"
#include "verify/check.hpp"

namespace kvtally {

/// What one step of one layer comes to, by the name of the figure: "stored", "carried" and "open" (bytes of
/// buffers), "read PART" and "written PART" (bytes of entries, indexer, state, open), "multiplied PART" (useful
/// multiply-adds of scores, indexer, state).
using StepFigures = std::map<std::string, Wide>;

/// Of the layer's S-th token, by the account's formulas.
StepFigures figures_by_formula(const Layer& layer, std::int64_t seen);

/// The same by the executor's counts. The error says why it cannot run such a layer.
std::expected<StepFigures, std::string> figures_by_running(const Layer& layer, std::int64_t seen);

/// Compares them, one by one; `name` stands before each. Figures that are zero on both sides are left out.
void compare(const std::string& name, const StepFigures& formula, const StepFigures& counted, Checks& checks);

}  // namespace kvtally
