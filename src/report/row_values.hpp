#pragma once

#include <functional>
#include <string>

#include "report/filled.hpp"
#include "report/recipe.hpp"
#include "report/row_figures.hpp"

namespace kvtally {

/// The figures that the sentences of a report's rows ask for. A sentence has them in braces:
///
///   {layers}                             of the row's model
///   {swa.layers}                         of its layers of one kind
///   {deepseek-v2/parameters}             of another model
///   {printed.kv}                         the row's cell as the text prints it
///   {parameters over deepseek-v2/parameters}   how many times as much, in two digits
///   {layers minus deepseek-v2/layers}    how many more; of two months: how many later
///   {swa.cycle in words}, {gqa.place in order}   "five", "fifth"; with a capital at the start of the sentence
class RowValues {
 public:
  /// The figures of a model by its id. The errors say why it has none.
  using FiguresOf = std::function<Expected<RowFigures>(const std::string& id)>;

  explicit RowValues(FiguresOf figures_of) : figures_of_(std::move(figures_of)) {}

  /// The sentence with its figures. Refused, without a place: a figure that the model has not, a model that is
  /// unknown, arithmetic on what is no number, and words for what is no small one.
  Expected<std::string> fill(const std::string& sentence, const RecipeRow& row);

 private:
  Expected<std::string> value_of(std::string_view asked, const RecipeRow& row);
  Expected<RowFigure> reckoned(std::string_view asked, const RecipeRow& row);
  Expected<RowFigure> figure(std::string_view name, const RecipeRow& row);
  const Expected<RowFigures>& figures(const std::string& id);

  FiguresOf figures_of_;
  std::map<std::string, Expected<RowFigures>> known_;
};

}  // namespace kvtally
