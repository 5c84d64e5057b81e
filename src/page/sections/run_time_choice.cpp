#include <algorithm>
#include <fmt/format.h>

#include "page/sections/asked.hpp"
#include "page/sections/choice_layers.hpp"
#include "page/sections/sections_list.hpp"
#include "page/sections/shares.hpp"

namespace kvtally {

namespace {

constexpr std::int64_t kFrom = 1 << 13;  // of the lines in the picture

std::string bytes_raw(Bytes bytes) { return fmt::format("{}", static_cast<std::int64_t>(bytes.value)); }

// The user's alone, or the recipe's, the shortest first.
Expected<std::vector<Tokens>> contexts_of(const PageSources& sources, const SectionRecipe& recipe) {
  const SectionOption* option = recipe.option("contexts");
  if (sources.request.context || option == nullptr || option->words.empty()) {
    return std::vector{sources.request.context.value_or(sources.recipe->context)};
  }
  std::vector<Tokens> out;
  SectionRecipe one = recipe;
  for (const std::string& word : option->words) {
    one.with = {{option->place, "context", {word}}};
    const auto context = asked_context(sources, one);
    if (!context) {
      return std::unexpected(context.error());
    }
    out.push_back(*context);
  }
  std::ranges::sort(out);
  return out;
}

// In octaves up to the last.
std::vector<Tokens> drawn(Tokens last) {
  std::vector<Tokens> out;
  for (Tokens context{kFrom}; context < last; context = context * 2) {
    out.push_back(context);
  }
  out.push_back(last);
  return out;
}

Chart run_time_choice_chart(const PageSources& sources, const SectionRecipe& recipe,
                            const std::vector<ChoiceLayer>& layers, Tokens last) {
  const Words& words = *sources.words;
  Chart out;
  out.id = recipe.id;
  out.title = words.fill("Kept and read by one layer, up to {context}", {{"context", print_tokens(last)}});
  out.description = words.say(
      "Bytes that a step reads against bytes that are kept, a line a kind over contexts. Kinds "
      "of a fixed rate stay on the diagonal; kinds that choose fall below it.");
  out.x = {words.say("bytes kept"), Scale::log2, Measure::bytes, sources.request.units, false};
  out.y = {words.say("bytes read a step"), Scale::log2, Measure::bytes, sources.request.units, false};
  const std::vector<Tokens> contexts = drawn(last);
  double least = 0;
  double most = 0;
  for (const ChoiceLayer& layer : layers) {
    Series line{layer.name, layer.family, Shape::line, {}, {}};
    for (const Tokens context : contexts) {
      const ChoiceAt at = layer.at(context);
      line.points.push_back({static_cast<double>(at.kept.value), static_cast<double>(at.read.value), ""});
      least = least == 0 ? line.points.back().x : std::min(least, line.points.back().x);
      most = std::max(most, line.points.back().x);
    }
    out.series.push_back(std::move(line));
  }
  out.series.insert(out.series.begin(), {words.say("all that is kept"),
                                         KindFamily::weight,
                                         Shape::line,
                                         {{least, least, ""}, {most, most, ""}},
                                         {},
                                         false});
  out.notes = {words.fill("Each line runs from {from} to {context}.",
                          {{"from", print_tokens(contexts.front())}, {"context", print_tokens(last)}})};
  return out;
}

Table run_time_choice_table(const PageSources& sources, const std::vector<ChoiceLayer>& layers,
                            const std::vector<Tokens>& contexts) {
  const Words& words = *sources.words;
  Table out;
  out.title = words.say("One layer of each: what the rate fixes, and what a choice reads of it");
  out.columns = {{"kind", words.say("kind")},
                 {"of", words.say("shape of")},
                 {"entries_per_token", words.say("entries a token")},
                 {"chosen", words.say("chosen at run time")},
                 {"scanned", words.say("scanned to choose")}};
  for (const Tokens context : contexts) {
    const Values at{{"context", print_tokens(context)}};
    const std::string key = fmt::format("{}", static_cast<std::int64_t>(context.value));
    out.columns.push_back({"kept_bytes_" + key, words.fill("kept at {context}", at), Align::right});
    out.columns.push_back({"read_bytes_" + key, words.fill("read at {context}", at), Align::right});
    out.columns.push_back({"share_" + key, words.say("read of kept"), Align::right});
  }
  for (const ChoiceLayer& layer : layers) {
    std::vector<Cell> row{text_cell(layer.name), text_cell(layer.model), text_cell(layer.rate),
                          text_cell(layer.choice), text_cell(layer.scanned)};
    for (const Tokens context : contexts) {
      const ChoiceAt at = layer.at(context);
      row.push_back(number_cell(print_bytes(at.kept, sources.request.units), bytes_raw(at.kept)));
      row.push_back(number_cell(print_bytes(at.read, sources.request.units), bytes_raw(at.read)));
      row.push_back(text_cell(print_share(at.read.value, at.kept.value)));
    }
    out.rows.push_back(std::move(row));
  }
  return out;
}

Values run_time_choice_values(const PageSources& sources, const std::vector<ChoiceLayer>& layers, Tokens last) {
  Values out{{"context", print_tokens(last)}};
  for (const ChoiceLayer& layer : layers) {
    const ChoiceAt at = layer.at(last);
    out[layer.value + "_kept"] = print_bytes(at.kept, sources.request.units);
    out[layer.value + "_read"] = print_bytes(at.read, sources.request.units);
    out[layer.value + "_share"] = print_share(at.read.value, at.kept.value);
    out[layer.value + "_choice"] = layer.choice;
    out[layer.value + "_rate"] = layer.rate;
    out[layer.value + "_scan_share"] = print_share(at.scanned.value, at.read.value);
  }
  return out;
}

std::vector<std::string> run_time_choice_arithmetic(const Words& words, const std::vector<ChoiceLayer>& layers,
                                                    Tokens last) {
  std::vector<std::string> out;
  for (const ChoiceLayer& layer : layers) {
    const ChoiceAt at = layer.at(last);
    out.push_back(words.fill("{kind} at {context}: kept {kept} = {kept_bytes} bytes",
                             {{"kind", layer.name},
                              {"context", print_tokens(last)},
                              {"kept", at.kept_sum},
                              {"kept_bytes", print_grouped(at.kept.value)}}));
    out.push_back(words.fill("{kind} at {context}: read {read} = {read_bytes} bytes",
                             {{"kind", layer.name},
                              {"context", print_tokens(last)},
                              {"read", at.read_sum},
                              {"read_bytes", print_grouped(at.read.value)}}));
  }
  return out;
}

}  // namespace

// The lecture, section 6.4b.
Expected<SectionParts> run_time_choice_section(const PageSources& sources, const SectionRecipe& recipe) {
  const auto contexts = contexts_of(sources, recipe);
  const auto layers = choice_layers(sources, recipe);
  if (!contexts || !layers) {
    return std::unexpected(!contexts ? contexts.error() : layers.error());
  }
  const Words& words = *sources.words;
  const Tokens last = contexts->back();
  SectionParts out;
  out.values = run_time_choice_values(sources, *layers, last);
  out.pictures.push_back({recipe.id, "", run_time_choice_chart(sources, recipe, *layers, last)});
  out.tables.push_back({recipe.id, run_time_choice_table(sources, *layers, *contexts), true});
  out.arithmetic = run_time_choice_arithmetic(words, *layers, last);
  out.notes = {
      words.say(
          "Kept: entries, index keys and windows of one layer in bf16, without rows that wait to be "
          "pooled. Read: the same bytes, as far as a step needs them; a step that completes an entry reads the "
          "waiting rows as well, which is left out."),
      words.say("NSA's shape is the one of its paper, arXiv 2502.11089, section 4.1: no model of the table has "
                "it. It keeps three sets of keys and values; its choice costs no index keys, since the pooled "
                "branch scores the blocks."),
      words.say("Shapes differ, so that lines of two models say how each grows, not which is better. The lecture, "
                "section 6.4b.")};
  return out;
}

}  // namespace kvtally
