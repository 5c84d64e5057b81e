#include "account/figures.hpp"

#include <algorithm>
#include <array>

#include "account/pieces.hpp"

namespace kvtally {

namespace {

void add_layer_figures(Figures& figures, const Model& model, const Scenario& scenario,
                       const std::vector<Term>& terms, bool draft) {
  for (std::size_t i = 0; i < model.layers.size(); ++i) {
    const std::int64_t count = count_of(draft ? model.draft : model.order, i);
    if (count == 0) {
      continue;
    }
    LayerFigures layer{i, count, draft, {}, {}};
    for (const Term& term : terms) {
      if (term.layer == i && term.drafts == draft) {
        layer.kept[term.part] += value_at(term, scenario.context) * scenario.batch;
      }
    }
    layer.step = step_of(model.layers[i], scenario.context) * (Wide{count} * scenario.batch);
    figures.step += layer.step;
    figures.layers.push_back(layer);
  }
}

}  // namespace

Figures figures_of(const Model& model, const Scenario& scenario) {
  const std::vector<Term> terms = terms_of(model, scenario.drafting);
  Figures out;
  out.kept = tally(terms, scenario.context, scenario.batch);
  const std::vector<Piece> pieces = pieces_of(terms);
  out.marginal = piece_at(pieces, scenario.context).slope;
  out.marginal.numerator = out.marginal.numerator * scenario.batch;
  out.naive = naive_figure(model, scenario.context, scenario.batch, scenario.naive_key, scenario.naive_value);
  add_layer_figures(out, model, scenario, terms, false);
  if (scenario.drafting) {
    add_layer_figures(out, model, scenario, terms, true);
  }
  return out;
}

bool printable(const Figures& figures) {
  const std::array<Wide, 6> largest{
      figures.kept.total().value,         figures.step.read.total().value,
      figures.step.written.total().value, figures.step.arithmetic.total().value,
      figures.marginal.numerator.value,   figures.naive.bytes.value_or(Bytes{}).value};
  return std::ranges::all_of(largest, [](Wide value) { return narrow(value).has_value(); });
}

}  // namespace kvtally
