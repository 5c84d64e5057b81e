#include <fmt/format.h>

#include "report/engine.hpp"
#include "report/engine_words.hpp"
#include "report/prose.hpp"
#include "report/words.hpp"

namespace kvtally {

std::string text_of(const EngineComparison& all, Units units, const Look& look) {
  std::string out = wrapped(heading(all.model), look.width);
  out += wrapped(
      "what engines allocate, each by its own defaults" + (all.asked.empty() ? "" : " but for " + all.asked),
      look.width);
  out += '\n' + write_text(table_of(all, units), look);
  for (const EngineRow& row : all.rows) {
    if (!row.allocation || !row.allocation->refusal.empty()) {
      continue;
    }
    out += '\n' + wrapped(fmt::format("{} ({}): {}, in bytes", row.title, row.allocation->version,
                                      scenario_of(*row.allocation)),
                          look.width);
    out += reconciliation_of(*row.allocation, units, look.width);
  }
  for (const EngineRow& row : all.rows) {
    if (row.allocation && !row.allocation->assumptions.empty()) {
      out += bullets(fmt::format("assumptions, {}", row.title), row.allocation->assumptions, look.width, 2);
    }
  }
  return out + bullets("assumptions, the model", all.model.assumptions, look.width, 2);
}

}  // namespace kvtally
