#include "report/row_footnotes.hpp"

#include <fmt/format.h>

namespace kvtally {

std::string said(const TableOptions& options, const std::string& text) {
  return options.say && !text.empty() ? options.say(text) : text;
}

void RowFootnotes::add(ModelRow& row, const RecipeRow& recipe, bool compared) {
  if (compared) {
    cell(row, {"date", "in our sources"}, row.released, &Printed::released, recipe);
  }
  if (!recipe.caveat.empty()) {
    row.name_mark = footnote("{name}: {caveat}", {{"name", row.name}, {"caveat", recipe.caveat}});
  }
  if (compared) {
    cell(row, {"context", "declared"}, row.context, &Printed::context, recipe);
    cell(row, {"KV", "computed"}, row.kv_text, &Printed::kv, recipe);
  }
}

void RowFootnotes::cell(ModelRow& row, Words words, const std::string& ours, std::string Printed::* which,
                        const RecipeRow& recipe) {
  const std::string& printed = recipe.printed.*which;
  const std::string& reason = recipe.differs.*which;
  const bool differs = !printed.empty() && ours != printed;
  if (differs != !reason.empty()) {
    problems_.push_back(
        {file_, recipe.place,
         fmt::format("{}: {} '{}' is printed, '{}' is {}", row.id, words.cell, printed, ours, words.ours),
         differs ? "a reason under 'differs'" : "no reason under 'differs'", "", ""});
  }
  if (differs) {
    row.reasons.*which = reason;
    row.marks.*which = footnote(
        fmt::format("{{name}}, {}: {{printed}} is printed, {{ours}} is {}. {{reason}}", words.cell, words.ours),
        {{"name", row.name}, {"printed", printed}, {"ours", ours}, {"reason", reason}});
  }
}

std::string RowFootnotes::footnote(const std::string& english, const Values& values) {
  std::string mark = fmt::format("[{}]", table_.footnotes.size() + 1);
  table_.footnotes.push_back(fmt::format("{} {}", mark, filled(said(options_, english), values).value_or("")));
  return mark;
}

}  // namespace kvtally
