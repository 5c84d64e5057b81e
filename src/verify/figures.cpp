#include "verify/figures.hpp"

#include <array>
#include <fmt/format.h>

#include "account/carried.hpp"
#include "account/step.hpp"
#include "verify/layer_step.hpp"

namespace kvtally {

namespace {

using reference::Kept;
using reference::Work;

std::string_view unit_of(std::string_view figure) {
  return figure.starts_with("multiplied") ? "multiply-adds" : "bytes";
}

void add_traffic(StepFigures& out, const std::string& way, const Traffic& traffic) {
  out[way + " entries"] = traffic.entries.value;
  out[way + " indexer"] = traffic.indexer.value;
  out[way + " state"] = traffic.state.value;
  out[way + " open"] = traffic.open.value;
}

}  // namespace

StepFigures figures_by_formula(const Layer& layer, std::int64_t seen) {
  Model model;
  append_layer(model, model.order, layer, 1);
  const std::vector<Term> terms = terms_of(model);
  const Step step = step_of(layer, Tokens{seen});
  const Tally stored = tally(terms, Tokens{seen});
  StepFigures out;
  out["stored"] = stored.total().value;
  out["carried"] = carried(terms, Tokens{seen}).total().value;
  out["open"] = stored[Part::open].value;
  add_traffic(out, "read", step.read);
  add_traffic(out, "written", step.written);
  out["multiplied scores"] = step.arithmetic.scores.value;
  out["multiplied indexer"] = step.arithmetic.indexer.value;
  out["multiplied state"] = step.arithmetic.state.value;
  return out;
}

std::expected<StepFigures, std::string> figures_by_running(const Layer& layer, std::int64_t seen) {
  const auto step = run_step(layer, seen);
  if (!step) {
    return std::unexpected(step.error());
  }
  StepFigures out;
  out["stored"] = step->footprint.stored.value;
  out["carried"] = step->footprint.carried.value;
  out["open"] = step->footprint.open.value;
  for (const Kept kept : {Kept::entries, Kept::indexer, Kept::state, Kept::open}) {
    out["read " + std::string(name_of(kept))] = step->counts.read_of(kept).value;
    out["written " + std::string(name_of(kept))] = step->counts.written_of(kept).value;
  }
  out["multiplied scores"] =
      step->counts.useful_of(Work::scores).value + step->counts.useful_of(Work::values).value;
  out["multiplied indexer"] = step->counts.useful_of(Work::indexer).value;
  out["multiplied state"] = step->counts.useful_of(Work::state).value;
  return out;
}

void compare(const std::string& name, const StepFigures& formula, const StepFigures& counted, Checks& checks) {
  for (const auto& [figure, expected] : formula) {
    const auto found = counted.find(figure);
    const Wide other = found == counted.end() ? 0 : found->second;
    if (expected != 0 || other != 0) {
      checks.equal(fmt::format("{} {}", name, figure), expected, other, unit_of(figure));
    }
  }
}

}  // namespace kvtally
