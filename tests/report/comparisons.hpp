#pragma once

#include <doctest/doctest.h>
#include <string>
#include <utility>
#include <vector>

#include "model/counterfactual.hpp"
#include "report/compare.hpp"
#include "report/sheets.hpp"

namespace kvtally::test {

/// A model given one attention, at a context.
inline ComparedRow row_of(const std::string& id, const std::string& word, std::int64_t context) {
  const Model model = model_of(id);
  auto other = counterfactual(model, *parse_attention(word));
  REQUIRE(other.has_value());
  ComparedRow row{word, other_layers(model, *other), {}};
  row.sheet.model = std::move(*other);
  row.sheet.scenario.context = Tokens{context};
  row.sheet.kv_dtype = "bf16";
  row.sheet.figures = figures_of(row.sheet.model, row.sheet.scenario);
  return row;
}

/// One model given several attentions.
inline Comparison comparison_of(const std::string& id, const std::vector<std::string>& words,
                                std::int64_t context) {
  Comparison out{{model_of(id)}, {}, true, {}};
  for (const std::string& word : words) {
    out.rows.push_back(row_of(id, word, context));
  }
  return out;
}

/// Several models as they are, each at a context of its own.
inline Comparison side_by_side(const std::vector<std::pair<std::string, std::int64_t>>& models) {
  Comparison out;
  for (const auto& [id, context] : models) {
    out.models.push_back(model_of(id));
    out.rows.push_back(row_of(id, "as-is", context));
  }
  return out;
}

}  // namespace kvtally::test
