#include <array>
#include <fmt/format.h>

#include "account/figures.hpp"
#include "check/figure.hpp"

namespace kvtally {

namespace {

using Select = Amount (*)(const Figures&);

// The scenario that is asked for, and one of its figures.
template <Select select>
std::optional<Value> of_sheet(const Ask& ask) {
  const auto model = ask.model();
  const auto context = ask.context();
  const auto batch = ask.batch();
  if (!model || !context || !batch) {
    return std::nullopt;
  }
  Scenario scenario;
  scenario.context = *context;
  scenario.batch = *batch;
  scenario.drafting = ask.fields().boolean("mtp").value_or(false);
  if (scenario.drafting && model->draft.empty()) {
    return ask.refuse("mtp: the model has no draft (MTP) layers");
  }
  return select(figures_of(*model, scenario));
}

template <Part part>
Amount kept(const Figures& figures) {
  return whole(figures.kept[part].value, "bytes");
}

Amount total(const Figures& figures) { return whole(figures.kept.total().value, "bytes"); }

// Bytes that a further token adds: the unit of a count of tokens is left out.
Amount marginal(const Figures& figures) {
  return quotient(whole(figures.marginal.numerator.value, "bytes"), whole(figures.marginal.denominator));
}

Amount read(const Figures& figures) { return whole(figures.step.read.total().value, "bytes"); }
Amount written(const Figures& figures) { return whole(figures.step.written.total().value, "bytes"); }
Amount macs(const Figures& figures) { return whole(figures.step.arithmetic.total().value, "multiply-adds"); }

FigureKind sheet(std::string_view name, std::optional<Value> (*compute)(const Ask&)) {
  return {name, {"model", "context", "batch", "mtp"}, compute};
}

}  // namespace

std::span<const FigureKind> sheet_figures() {
  static const std::array kFigures{
      sheet("show.kv_bytes", of_sheet<kept<Part::entries>>),
      sheet("show.indexer_bytes", of_sheet<kept<Part::indexer>>),
      sheet("show.state_bytes", of_sheet<kept<Part::state>>),
      sheet("show.open_bytes", of_sheet<kept<Part::open>>),
      sheet("show.cross_bytes", of_sheet<kept<Part::cross>>),
      sheet("show.draft_bytes", of_sheet<kept<Part::draft>>),
      sheet("show.total_bytes", of_sheet<total>),
      sheet("show.marginal_bytes_per_token", of_sheet<marginal>),
      sheet("show.read_bytes_per_step", of_sheet<read>),
      sheet("show.written_bytes_per_step", of_sheet<written>),
      sheet("show.macs_per_step", of_sheet<macs>),
  };
  return kFigures;
}

}  // namespace kvtally
