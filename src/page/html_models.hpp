#pragma once

#include <string>

#include "page/words.hpp"
#include "report/model_table.hpp"

namespace kvtally {

/// The table of models as a piece of a page: a strip for each model with a cell a layer, a switch between the main
/// line's rows and all (without a script), raw values to sort by, marks that lead to footnotes and back, and what
/// the text prints beside a cell that differs. Classes and ids begin with "models"; its style is
/// reports/page/models.css.
std::string html_of(const ModelTable& table, const Words& words);

/// The strip of one model: its repeating unit, a cell with a letter for each layer, and below it the whole, in
/// which a run of equal layers is as wide as it is long.
std::string html_strip(const ModelRow& row, const Words& words);

}  // namespace kvtally
