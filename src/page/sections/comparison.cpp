#include <algorithm>
#include <fmt/format.h>

#include "account/figures.hpp"
#include "page/sections/asked.hpp"
#include "page/sections/sections_list.hpp"
#include "report/sheet.hpp"

namespace kvtally {

namespace {

struct PartName {
  Part part;
  std::string_view name;
};
constexpr std::array kShown{PartName{Part::entries, "keys and values"}, PartName{Part::indexer, "index keys"},
                            PartName{Part::state, "states"}, PartName{Part::open, "waiting rows"},
                            PartName{Part::cross, "an encoder's memory"}};

KindFamily part_family(Part part, const Model& model) {
  switch (part) {
    case Part::indexer: return KindFamily::sparse;
    case Part::state: return KindFamily::state;
    case Part::open:
    case Part::cross: return KindFamily::other;
    default: return kvtally::family_of(model);
  }
}

Bar bar_of(const Sheet& sheet, const PageSources& sources) {
  const Units units = sources.request.units;
  Bar out{sheet.model.name, print_bytes(sheet.figures.kept.total(), units), {}};
  for (const PartName& one : kShown) {
    if (const Bytes bytes = sheet.figures.kept[one.part]; bytes > Bytes{}) {
      out.parts.push_back({sources.words->say(one.name), static_cast<double>(bytes.value),
                           print_bytes(bytes, units), part_family(one.part, sheet.model)});
    }
  }
  return out;
}

Table translated(Table table, const Words& words) {
  for (Column& column : table.columns) {
    column.title = words.name(column.title);
  }
  return table;
}

// Of those that keep anything.
void add_sheet_extremes(const std::vector<Sheet>& sheets, const PageSources& sources, Values& values) {
  const auto kept = [](const Sheet& sheet) { return sheet.figures.kept.total(); };
  const auto [least, most] = std::ranges::minmax_element(sheets, {}, kept);
  values["most"] = print_bytes(kept(*most), sources.request.units);
  values["least"] = print_bytes(kept(*least), sources.request.units);
  values["most_model"] = most->model.name;
  values["least_model"] = least->model.name;
  values["ratio"] = kept(*least) > Bytes{}
                        ? fmt::format("{:.3g}", Fraction<Bytes>{kept(*most), kept(*least).value}.approximate())
                        : sources.words->say("without end");
}

}  // namespace

Expected<SectionParts> comparison_section(const PageSources& sources, const SectionRecipe& recipe) {
  const auto models = asked_models(sources, recipe);
  const auto context = asked_context(sources, recipe);
  if (!models || !context) {
    return std::unexpected(models ? context.error() : models.error());
  }
  const Words& words = *sources.words;
  SectionParts out;
  out.values = {{"models", fmt::format("{}", models->size())},
                {"context", print_tokens(*context)},
                {"tokens", print_grouped(context->value)}};
  std::vector<Sheet> sheets;
  BarChart chart{
      recipe.id,
      words.fill("What each keeps for one user of {context}", out.values),
      words.fill("A bar a model: the bytes that it keeps of {tokens} tokens, by what they are.", out.values),
      {words.say("bytes"), Scale::linear, Measure::bytes, sources.request.units, false},
      {},
      {},
      {}};
  for (const Description& description : *models) {
    const Scenario scenario{.context = *context};
    sheets.push_back({description.model, scenario, "bf16", figures_of(description.model, scenario), {}, {}});
    chart.bars.push_back(bar_of(sheets.back(), sources));
    const auto& longest = description.model.max_position_embeddings;
    if (longest && static_cast<Wide>(*longest) < context->value) {
      out.notes.push_back(
          words.fill("{model}: its own maximum is {maximum} tokens; its figures are what its shape would need.",
                     {{"model", description.model.name}, {"maximum", print_grouped(*longest)}}));
    }
  }
  add_sheet_extremes(sheets, sources, out.values);
  out.pictures.push_back({recipe.id, "", std::move(chart)});
  out.tables.push_back({recipe.id, translated(table_of(sheets, sources.request.units), words), true});
  return out;
}

}  // namespace kvtally
