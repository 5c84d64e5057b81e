#pragma once

#include "report/compiled_in.hpp"
#include "report/sheet.hpp"

namespace kvtally::test {

/// The sheet of a known model as it is, in its own formats.
inline Sheet sheet_of(const std::string& id, std::int64_t context, std::int64_t batch = 1) {
  Sheet sheet;
  sheet.model = model_of(id);
  sheet.scenario.context = Tokens{context};
  sheet.scenario.batch = batch;
  sheet.kv_dtype = "bf16";
  sheet.figures = figures_of(sheet.model, sheet.scenario);
  return sheet;
}

}  // namespace kvtally::test
