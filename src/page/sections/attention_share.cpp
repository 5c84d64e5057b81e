#include <algorithm>
#include <fmt/format.h>

#include "account/weight_load.hpp"
#include "core/print.hpp"
#include "hardware/roofline.hpp"
#include "model/kinds.hpp"
#include "page/sections/asked.hpp"
#include "page/sections/lengths.hpp"
#include "page/sections/sections_list.hpp"

namespace kvtally {

namespace {

constexpr Wide kLongest = Wide{1} << 40;

// A model and the arithmetic of its passes.
struct Passing {
  Model model;
  WeightLoad weights;

  PassArithmetic at(Tokens tokens) const { return pass_arithmetic(model, weights, tokens); }
  double share(Tokens tokens) const {
    const PassArithmetic pass = at(tokens);
    return 100 * static_cast<double>(pass.attention.value) / static_cast<double>(pass.all.value);
  }
};

Expected<std::vector<Passing>> passing(const PageSources& sources, const SectionRecipe& recipe, Tokens longest) {
  auto described = asked_models(sources, recipe);
  if (!described) {
    return std::unexpected(described.error());
  }
  std::vector<Passing> out;
  for (Description& one : *described) {
    auto weights = weight_load_for(one.model, std::nullopt);
    if (!weights) {
      return std::unexpected(section_fault(
          sources, recipe, fmt::format("{}: {}", one.model.id, fmt::join(weights.error(), "; ")), {}));
    }
    if (longest.value > kLongest || !countable(one.model, *weights, {Tokens{0}, longest, 0, 1, true, {}})) {
      return std::unexpected(section_fault(sources, recipe, "a length has too many tokens to count"));
    }
    out.push_back({std::move(one.model), std::move(*weights)});
  }
  return out;
}

std::string percent(double share) { return fmt::format("{:.1f} %", share); }

// The first length at which attention is at least half; nothing where it is not up to the longest.
std::optional<Tokens> half_of(const Passing& one) {
  Wide low = 1;
  Wide high = Wide{1} << 24;
  if (one.share(Tokens{high}) < 50) {
    return std::nullopt;
  }
  while (low < high) {
    const Wide middle = (low + high) / 2;
    one.share(Tokens{middle}) < 50 ? low = middle + 1 : high = middle;
  }
  return Tokens{high};
}

Chart attention_share_chart(const PageSources& sources, const SectionRecipe& recipe,
                            const std::vector<Passing>& models, const std::vector<Tokens>& marks) {
  const Words& words = *sources.words;
  Chart chart;
  chart.id = recipe.id;
  chart.title = words.say("Attention's share of the arithmetic, against length");
  chart.x = {words.say("tokens"), Scale::log2, Measure::tokens, Units::binary, true};
  chart.y = {words.say("% of all multiply-adds"), Scale::linear, Measure::number, Units::binary, false};
  chart.description = chart.title + ".";
  for (const Passing& one : models) {
    Series line{one.model.name, family_of(one.model), Shape::line, {}, {}, false};
    std::string said;
    for (const Tokens tokens : lengths_through(marks)) {
      line.points.push_back({static_cast<double>(tokens.value), one.share(tokens), ""});
    }
    for (const Tokens tokens : marks) {
      const double share = one.share(tokens);
      const std::string text =
          words.fill("{share} at {tokens} tokens", {{"share", percent(share)}, {"tokens", print_tokens(tokens)}});
      line.bends.push_back({static_cast<double>(tokens.value), share, text});
      said += (said.empty() ? "" : ", ") + text;
    }
    line.name += fmt::format(": {} → {}", percent(one.share(marks.front())), percent(one.share(marks.back())));
    chart.description += fmt::format(" {}: {}.", one.model.name, said);
    chart.series.push_back(std::move(line));
  }
  return chart;
}

Table shares_table(const Words& words, const std::vector<Passing>& models, const std::vector<Tokens>& lengths) {
  Table table;
  table.title = words.say("Attention's share of the arithmetic");
  table.columns = {{"tokens", words.say("tokens"), Align::right}};
  for (const Passing& one : models) {
    table.columns.push_back({one.model.id + "_percent", one.model.name, Align::right});
  }
  for (const Tokens tokens : lengths) {
    std::vector<Cell> row{number_cell(print_grouped(tokens.value), fmt::format("{}", tokens.value))};
    for (const Passing& one : models) {
      const double share = one.share(tokens);
      row.push_back(number_cell(percent(share), fmt::format("{:.6f}", share)));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

// Of a model whose layers are all alike and have one memory: how a reader makes the share.
std::vector<std::string> attention_share_arithmetic(const Words& words, const Passing& one, Tokens tokens) {
  std::vector<std::string> out;
  const PassArithmetic pass = one.at(tokens);
  const Wide n = tokens.value;
  const Layer& layer = one.model.layers.front();
  if (one.model.layers.size() == 1 && layer.memories.size() == 1 && !layer.memories.front().indexer &&
      std::holds_alternative<All>(layer.memories.front().retention)) {
    const Memory& memory = layer.memories.front();
    const Scoring& s = memory.expanded ? *memory.expanded : memory.scoring;
    out.push_back(words.fill(
        "attention: {n} x {next} / 2 pairs x {heads} heads x ({key} + {value}) x {layers} layers = {macs}",
        {{"n", print_grouped(n)},
         {"next", print_grouped(n + 1)},
         {"heads", print_grouped(s.query_heads)},
         {"key", print_grouped(s.score_width)},
         {"value", print_grouped(s.value_width)},
         {"layers", print_grouped(layer_count(one.model.order))},
         {"macs", print_grouped(pass.attention.value)}}));
  }
  const MultiplyAdds rest = pass.all - pass.attention;
  out.push_back(words.fill(
      "everything else: {each} for each token x {n} = {macs}",
      {{"each", print_grouped(rest.value / n)}, {"n", print_grouped(n)}, {"macs", print_grouped(rest.value)}}));
  out.push_back(words.fill("share: {attention} / ({attention} + {rest}) = {share}",
                           {{"attention", print_grouped(pass.attention.value)},
                            {"rest", print_grouped(rest.value)},
                            {"share", percent(one.share(tokens))}}));
  return out;
}

Values attention_share_values(const Words& words, const Passing& one, const std::vector<Tokens>& marks) {
  Values out{{"model", one.model.name}};
  std::vector<std::string> shares;
  for (const Tokens tokens : marks) {
    shares.push_back(words.fill("{share} at {tokens} tokens",
                                {{"share", percent(one.share(tokens))}, {"tokens", print_tokens(tokens)}}));
  }
  out["shares"] = fmt::format("{}", fmt::join(shares, ", "));
  out["first"] = print_tokens(marks.front());
  out["last"] = print_tokens(marks.back());
  out["at_first"] = percent(one.share(marks.front()));
  out["at_last"] = percent(one.share(marks.back()));
  const auto half = half_of(one);
  out["half"] = half ? print_grouped(half->value) : words.say("no length up to 16M");
  return out;
}

}  // namespace

// The lecture, section 9.4.
Expected<SectionParts> attention_share_section(const PageSources& sources, const SectionRecipe& recipe) {
  const auto marks = asked_lengths(sources, recipe);
  if (!marks) {
    return std::unexpected(marks.error());
  }
  const auto models = passing(sources, recipe, marks->back());
  if (!models) {
    return std::unexpected(models.error());
  }
  const Words& words = *sources.words;
  const Passing& first = models->front();
  SectionParts out;
  out.values = attention_share_values(words, first, *marks);
  out.pictures.push_back({recipe.id, "", attention_share_chart(sources, recipe, *models, *marks)});
  out.tables.push_back({recipe.id, shares_table(words, *models, *marks), true});
  out.tables.push_back({recipe.id + "-curve", shares_table(words, *models, lengths_through(*marks)), false});
  out.arithmetic = attention_share_arithmetic(words, first, marks->front());
  out.notes = {
      words.say("Useful multiply-adds of one pass over the whole text: a token attends to itself and to those "
                "before it, so that a causal mask leaves half of the square; latents are expanded, indexers count "
                "as attention, and every position gets logits. Projections count as everything else."),
      words.say("It is a share of the arithmetic, not of the time: attention is the least efficient part, so that "
                "its share of the time is larger (the lecture, section 9.4)."),
  };
  return out;
}

}  // namespace kvtally
