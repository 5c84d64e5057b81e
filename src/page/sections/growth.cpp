#include <algorithm>
#include <fmt/format.h>

#include "account/solve.hpp"
#include "core/parse.hpp"
#include "model/limits.hpp"
#include "page/sections/asked.hpp"
#include "page/sections/growth_words.hpp"
#include "page/sections/rounded.hpp"
#include "page/sections/sections_list.hpp"
#include "report/curve_chart.hpp"

namespace kvtally {

namespace {

// The end of every curve: the option's, and never before the context that the sentences are about. Nothing: each
// model's own maximum.
Expected<std::optional<Tokens>> asked_end(const PageSources& sources, const SectionRecipe& recipe,
                                          Tokens context) {
  const std::string word = asked_word(recipe, "to", "");
  if (word.empty()) {
    return std::nullopt;
  }
  const auto tokens = parse_tokens(word);
  if (!tokens) {
    Problems problems = section_fault(sources, recipe, fmt::format("to is '{}': {}", word, tokens.error()),
                                      "a token count such as 1M");
    problems.front().place = recipe.option("to")->place;
    return std::unexpected(std::move(problems));
  }
  return std::max(*tokens, context);
}

Expected<std::vector<Curve>> curves_of(const std::vector<Description>& models, std::optional<Tokens> end,
                                       const ComparedDevice& device) {
  std::vector<Curve> out;
  Problems problems;
  for (const Description& one : models) {
    const auto range = range_of(one.model, {std::nullopt, end, std::nullopt});
    if (!range) {
      problems.insert(problems.end(), range.error().begin(), range.error().end());
      continue;
    }
    Curve curve = curve_of(one.model, "bf16", 1, false, *range);
    if (!printable(curve)) {
      problems.push_back(
          {"", {}, fmt::format("{}: a figure at context {} passes 2^63", one.model.id, range->to), "", "", ""});
      continue;
    }
    curve.limit = limit_of(curve, device);
    out.push_back(std::move(curve));
  }
  return problems.empty() ? Expected<std::vector<Curve>>(std::move(out)) : std::unexpected(std::move(problems));
}

Wide kept_at(const Curve& curve, Tokens context) { return tally(curve.terms, context).total().value; }

// Whether its entries grow at every length: a window that is full has an end, and a state has no beginning.
bool grows(const Curve& curve) { return !curve.pieces.empty() && curve.pieces.back().slope.numerator.value > 0; }

Values growth_values(const std::vector<Curve>& curves, Tokens context, const PageSources& sources) {
  const auto bytes = [&](const Curve& curve) {
    return print_bytes(Bytes{kept_at(curve, context)}, sources.request.units);
  };
  std::vector<const Curve*> order;
  for (const Curve& curve : curves) {
    order.push_back(&curve);
  }
  // The least of those that grow at every length, as long as there are some.
  std::ranges::stable_sort(order, [&](const Curve* a, const Curve* b) {
    return grows(*a) != grows(*b) ? grows(*b) : kept_at(*a, context) < kept_at(*b, context);
  });
  const auto first = std::ranges::find_if(order, [](const Curve* curve) { return grows(*curve); });
  const Curve& least = first == order.end() ? *order.front() : **first;
  const Curve& most = *order.back();
  const ComparedDevice& device = curves.front().limit->device;
  Values out{
      {"context", print_tokens(context)},
      {"models", fmt::format("{}", curves.size())},
      {"device", device.device},
      {"usable", print_bytes(device.usable, sources.request.units)},
      {"most", bytes(most)},
      {"most_model", most.model.name},
      {"most_reach", reach_words(most, *sources.words)},
      {"least", bytes(least)},
      {"least_model", least.model.name},
      {"least_reach", reach_words(least, *sources.words)},
      {"times",
       kept_at(least, context) == 0 ? "-" : rounded_times(kept_at(most, context), kept_at(least, context))}};
  for (const Curve& curve : curves) {
    out["at:" + curve.model.id] = bytes(curve);
    out["reach:" + curve.model.id] = reach_words(curve, *sources.words);
  }
  return out;
}

// What each model keeps at the context, what a further token adds in the end, where it bends, how far it reaches.
Table reach_table(const std::vector<Curve>& curves, Tokens context, const PageSources& sources) {
  const Words& words = *sources.words;
  const Values values{{"context", print_tokens(context)}, {"device", curves.front().limit->device.device}};
  Table table;
  table.columns = {{"model", words.say("Model"), Align::left, kEverywhere, false},
                   {"kept_bytes", words.fill("Kept at {context}", values), Align::right, kEverywhere, false},
                   {"slope_bytes_per_token", words.say("Bytes of a further token, in the end"), Align::right,
                    kEverywhere, false},
                   {"bends_at_tokens", words.say("Bends at"), Align::left, kEverywhere, false},
                   {"reach_tokens", words.fill("Tokens in {device}", values), Align::right, kEverywhere, false}};
  for (const Curve& curve : curves) {
    const Wide kept = kept_at(curve, context);
    std::string bends;
    for (const Piece& piece : curve.pieces) {
      bends += piece.from <= 1 ? "" : (bends.empty() ? "" : "; ") + print_grouped(piece.from);
    }
    const auto& longest = curve.limit->longest;
    table.rows.push_back(
        {{curve.model.name, curve.model.id, {}, {}},
         number_cell(print_bytes(Bytes{kept}, sources.request.units), fmt::format("{}", kept)),
         text_cell(growth_words(curve.pieces.empty() ? Fraction<Bytes>{} : curve.pieces.back().slope)),
         text_cell(bends.empty() ? words.say("nowhere") : bends),
         number_cell(reach_words(curve, words), !longest ? "0"
                                                : longest->value == limits::kTokens
                                                    ? "any"
                                                    : fmt::format("{}", longest->value))});
  }
  return table;
}

std::string command_of(const std::vector<Curve>& curves, std::optional<Tokens> end, const ComparedDevice& device) {
  std::string out = "kvtally curve";
  for (const Curve& curve : curves) {
    out += ' ' + curve.model.id;
  }
  return out + (end ? fmt::format(" --to {}", end->value) : "") + fmt::format(" --on {} -o csv", device.device);
}

}  // namespace

// The lecture, section 0 and chapters 2 to 8: what a window bends, a state holds flat and a latent only lowers.
Expected<SectionParts> growth_section(const PageSources& sources, const SectionRecipe& recipe) {
  const auto models = asked_models(sources, recipe);
  const auto device = asked_device(sources, recipe);
  const auto context = asked_context(sources, recipe);
  if (!models || !device || !context) {
    return std::unexpected(!models ? models.error() : !device ? device.error() : context.error());
  }
  const auto memory = compared_device(*device);
  const auto end = asked_end(sources, recipe, *context);
  if (!memory || !end) {
    return std::unexpected(memory ? end.error() : memory.error());
  }
  const auto curves = curves_of(*models, *end, *memory);
  if (!curves) {
    return std::unexpected(curves.error());
  }
  SectionParts out;
  out.values = growth_values(*curves, *context, sources);
  Chart chart = chart_of(*curves, {sources.request.units, false});
  chart.id = recipe.id;
  say_in_words(chart, *curves, *sources.words, sources.request.units);
  out.pictures.push_back({recipe.id, "", std::move(chart)});
  out.tables.push_back({recipe.id + "-reach", reach_table(*curves, *context, sources), true});
  out.tables.push_back({recipe.id, table_of(*curves, sources.request.units), false});
  out.arithmetic = growth_arithmetic(*curves, *context, *sources.words, sources.request.units);
  out.notes = growth_notes(*curves, *sources.words);
  out.notes.push_back(
      sources.words->fill("The data is that of: {command}", {{"command", command_of(*curves, *end, *memory)}}));
  return out;
}

}  // namespace kvtally
