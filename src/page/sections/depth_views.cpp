#include "page/sections/depth_views.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "page/sections/asked.hpp"

namespace kvtally {

Chart scatter_of(const std::vector<Depth>& models, const std::vector<std::int64_t>& ratios, const Words& words) {
  Chart chart;
  chart.title = words.fill("Full layers against all layers: {models} models",
                           {{"models", fmt::format("{}", models.size())}});
  chart.x = {words.say("number of layers"), Scale::linear, Measure::number, Units::binary, false};
  chart.y = {words.say("layers that keep every position"), Scale::linear, Measure::number, Units::binary, false};
  chart.at = words.say(" of ");
  chart.description = words.say("A point for each model. The lines have one ratio each:");
  // To the next ten, so that the deepest model is not in the corner.
  const std::int64_t most = std::ranges::max_element(models, {}, &Depth::layers)->layers;
  const std::int64_t tens = most / 10 + 1;
  const auto deepest = static_cast<double>(tens * 10);
  for (const std::int64_t others : ratios) {
    Series line{fmt::format("{}:1", others),
                KindFamily::weight,
                Shape::line,
                {{0, 0, ""}, {deepest, deepest / static_cast<double>(others + 1), ""}},
                {}};
    line.valued = false;
    chart.description += fmt::format(" {}:1;", others);
    chart.series.push_back(std::move(line));
  }
  for (const Depth& model : models) {
    const std::string ratio = ratio_words(model);
    chart.series.push_back({"",
                            KindFamily::state,
                            Shape::disc,
                            {{static_cast<double>(model.layers), static_cast<double>(model.full),
                              fmt::format("{} ({})", model.name, ratio)}},
                            {}});
    chart.description += fmt::format(" {} {} / {};", model.name, model.full, model.layers);
  }
  chart.description.back() = '.';
  return chart;
}

Table depths_table(const std::vector<Depth>& models, const Words& words) {
  Table out;
  out.columns = {
      {"model", words.say("Model"), Align::left, kEverywhere, false},
      {"layers", words.say("Layers"), Align::right, kEverywhere, false},
      {"full_layers", words.say("Full layers"), Align::right, kEverywhere, false},
      {"ratio", words.say("Other layers to full ones"), Align::right, kEverywhere, false},
      {"other_layers_per_full_layer", words.say("For each full one"), Align::right, kEverywhere, false}};
  for (const Depth& model : models) {
    out.rows.push_back({{model.name, model.id, {}, {}},
                        text_cell(fmt::format("{}", model.layers)),
                        text_cell(fmt::format("{}", model.full)),
                        text_cell(ratio_words(model)),
                        number_cell(fmt::format("{:.3g}", ratio_of(model)), fmt::format("{}", ratio_of(model)))});
  }
  return out;
}

Table readings_table(const std::vector<NamedReading>& readings, const Words& words) {
  Table out;
  out.columns = {{"reading", words.say("Which of them"), Align::left, kEverywhere, false},
                 {"models", words.say("Models"), Align::right, kEverywhere, false},
                 {"with_full_layers", words.say("Depth with full layers"), Align::right, kEverywhere, false},
                 {"with_ratio", words.say("Depth with the ratio"), Align::right, kEverywhere, false}};
  const std::string to = words.say(" to ");
  for (const auto& [key, text, reading] : readings) {
    out.rows.push_back({text_cell(text), text_cell(fmt::format("{}", reading.models)),
                        text_cell(coefficient_words(reading.least.with_full, reading.most.with_full, to)),
                        text_cell(coefficient_words(reading.least.with_ratio, reading.most.with_ratio, to))});
  }
  return out;
}

}  // namespace kvtally
