#include <fmt/format.h>

#include "account/figures.hpp"
#include "page/sections/asked.hpp"
#include "page/sections/sections_list.hpp"
#include "report/strip.hpp"
#include "report/words.hpp"

namespace kvtally {

namespace {

Table table_for(const Model& model, Tokens context, const PageSources& sources,
                std::vector<std::string>& arithmetic) {
  const Words& words = *sources.words;
  const Units units = sources.request.units;
  Table out;
  out.title = fmt::format("{}: {}", model.name, layer_list(model));
  out.columns = {{"layers", words.say("Layers"), Align::right, kEverywhere, false},
                 {"kind", words.say("Kind"), Align::left, kEverywhere, false},
                 {"keeps", words.say("What each keeps"), Align::left, kEverywhere, false},
                 {"bytes", words.fill("All of them at {context}", {{"context", print_tokens(context)}}),
                  Align::right, kEverywhere, false}};
  for (const LayerFigures& one : figures_of(model, {.context = context}).layers) {
    if (one.draft) {
      continue;
    }
    const Layer& layer = model.layers[one.layer];
    const Kind& kind = kind_of(layer.kind);
    const Bytes bytes = one.kept.total();
    out.rows.push_back({text_cell(fmt::format("{}", one.count)),
                        text_cell(fmt::format("{} ({})", kind.label, words.name(kind.title))),
                        text_cell(fmt::format("{}", fmt::join(describe(layer), "; "))),
                        number_cell(print_bytes(bytes, units), fmt::format("{}", bytes.value))});
    arithmetic.push_back(fmt::format("{}, {} x {}: {} = {} B", model.name, one.count, kind.label,
                                     fmt::join(describe(layer), "; "), print_grouped(bytes.value)));
  }
  return out;
}

}  // namespace

Expected<SectionParts> layers_section(const PageSources& sources, const SectionRecipe& recipe) {
  const auto models = asked_models(sources, recipe);
  const auto context = asked_context(sources, recipe);
  if (!models || !context) {
    return std::unexpected(models ? context.error() : models.error());
  }
  SectionParts out;
  std::int64_t layers = 0;
  for (const Description& description : *models) {
    const Model& model = description.model;
    layers += layer_count(model.order);
    out.tables.push_back(
        {fmt::format("{}-{}", recipe.id, model.id), table_for(model, *context, sources, out.arithmetic), true});
  }
  out.values = {{"models", fmt::format("{}", models->size())},
                {"layers", print_grouped(layers)},
                {"context", print_tokens(*context)},
                {"tokens", print_grouped(context->value)}};
  return out;
}

}  // namespace kvtally
