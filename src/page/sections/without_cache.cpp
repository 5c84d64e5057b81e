#include <array>
#include <cmath>
#include <fmt/format.h>

#include "account/weight_load.hpp"
#include "core/print.hpp"
#include "hardware/recompute.hpp"
#include "page/sections/asked.hpp"
#include "page/sections/lengths.hpp"
#include "page/sections/sections_list.hpp"

namespace kvtally {

namespace {

// What it takes to generate so many tokens.
struct Generated {
  Tokens tokens;
  PassArithmetic with;     // a cache
  PassArithmetic without;  // one
};

Expected<std::vector<Generated>> generated(const PageSources& sources, const SectionRecipe& recipe,
                                           const Model& model, const std::vector<Tokens>& lengths) {
  const auto weights = weight_load_for(model, std::nullopt);
  if (!weights) {
    return std::unexpected(
        section_fault(sources, recipe, fmt::format("{}: {}", model.id, fmt::join(weights.error(), "; "))));
  }
  std::vector<Generated> out;
  for (const Tokens tokens : lengths) {
    const auto without = recomputing_arithmetic(model, *weights, tokens);
    if (!without) {
      return std::unexpected(section_fault(sources, recipe, fmt::format("{}: {}", model.id, without.error())));
    }
    out.push_back({tokens, pass_arithmetic(model, *weights, tokens), *without});
  }
  return out;
}

double ratio(MultiplyAdds of, MultiplyAdds to) {
  return static_cast<double>(of.value) / static_cast<double>(to.value);
}

std::string ratio_text(double value) { return value < 1000 ? fmt::format("{:.4g}", value) : print_nearest(value); }

// Four significant digits and a power of ten: nobody reads thirty digits.
std::string power_of_ten(MultiplyAdds macs) {
  const auto value = static_cast<double>(macs.value);
  const std::string digits = fmt::format("{:.3e}", value);  // "1.688e+15"
  const auto e = digits.find('e');
  return fmt::format("{} x 10^{}", digits.substr(0, e), std::stoi(digits.substr(e + 1)));
}

struct Line {
  std::string_view name;
  KindFamily family;
  MultiplyAdds (*value)(const Generated&);
};

constexpr std::array kLines{
    Line{"attention, without a cache", KindFamily::full, [](const Generated& g) { return g.without.attention; }},
    Line{"the whole model, without a cache", KindFamily::weight, [](const Generated& g) { return g.without.all; }},
    Line{"attention, with a cache", KindFamily::full, [](const Generated& g) { return g.with.attention; }},
    Line{"the whole model, with a cache", KindFamily::weight, [](const Generated& g) { return g.with.all; }},
};

Chart without_cache_chart(const Words& words, const SectionRecipe& recipe, const std::string& model,
                          const std::vector<Generated>& lengths) {
  Chart chart;
  chart.id = recipe.id;
  chart.title = words.fill("{model}: multiply-adds to generate so many tokens", {{"model", model}});
  chart.x = {words.say("tokens generated"), Scale::log2, Measure::tokens, Units::binary, true};
  chart.y = {words.say("multiply-adds"), Scale::log10, Measure::number, Units::binary, false};
  chart.description = chart.title + ".";
  for (const Line& line : kLines) {
    Series series{words.say(line.name), line.family, Shape::line, {}, {}, false};
    for (const Generated& one : lengths) {
      series.points.push_back(
          {static_cast<double>(one.tokens.value), static_cast<double>(line.value(one).value), ""});
    }
    chart.description += fmt::format(" {}: {} → {}.", series.name, power_of_ten(line.value(lengths.front())),
                                     power_of_ten(line.value(lengths.back())));
    chart.series.push_back(std::move(series));
  }
  return chart;
}

Cell count_cell(MultiplyAdds macs) { return number_cell(power_of_ten(macs), fmt::format("{}", macs.value)); }

Table without_cache_table(const Words& words, const std::vector<Generated>& lengths) {
  Table table;
  table.title = words.say("Multiply-adds with and without a cache");
  table.columns = {{"tokens", words.say("tokens generated"), Align::right},
                   {"attention_with", words.say("attention, with a cache"), Align::right},
                   {"attention_without", words.say("attention, without a cache"), Align::right},
                   {"attention_ratio", words.say("times"), Align::right},
                   {"all_with", words.say("the whole model, with a cache"), Align::right},
                   {"all_without", words.say("the whole model, without a cache"), Align::right},
                   {"all_ratio", words.say("times"), Align::right}};
  for (const Generated& one : lengths) {
    const double attention = ratio(one.without.attention, one.with.attention);
    const double all = ratio(one.without.all, one.with.all);
    table.rows.push_back({number_cell(print_grouped(one.tokens.value), fmt::format("{}", one.tokens.value)),
                          count_cell(one.with.attention), count_cell(one.without.attention),
                          number_cell(ratio_text(attention), fmt::format("{:.6f}", attention)),
                          count_cell(one.with.all), count_cell(one.without.all),
                          number_cell(ratio_text(all), fmt::format("{:.6f}", all))});
  }
  return table;
}

// Both sums of pairs, and what their quotient is.
std::string generated_arithmetic_line(const Words& words, const Generated& one) {
  const Wide n = one.tokens.value;
  const Wide pairs = n * (n + 1) / 2;
  return words.fill(
      "{n} tokens: with a cache 1 + 2 + … + {n} = {n} x {next} / 2 = {pairs} pairs of query and key; without one "
      "{n} x {next} x {last} / 6 = {cube}; {cube} / {pairs} = {last} / 3 = {times}",
      {{"n", print_grouped(n)},
       {"next", print_grouped(n + 1)},
       {"last", print_grouped(n + 2)},
       {"pairs", print_grouped(pairs)},
       {"cube", print_grouped(pairs * (n + 2) / 3)},
       {"times", ratio_text(ratio(one.without.attention, one.with.attention))}});
}

Values without_cache_values(const Model& model, const std::vector<Generated>& marks) {
  Values out{{"model", model.name}};
  const auto add = [&](const std::string& which, const Generated& one) {
    out[which] = print_tokens(one.tokens);
    out[which + "_attention"] = ratio_text(ratio(one.without.attention, one.with.attention));
    out[which + "_all"] = ratio_text(ratio(one.without.all, one.with.all));
    out[which + "_with"] = power_of_ten(one.with.all);
    out[which + "_share"] = fmt::format("{:.1f} %", 100 * ratio(one.without.attention, one.without.all));
    out[which + "_without"] = power_of_ten(one.without.all);
  };
  add("first", marks.front());
  add("last", marks.back());
  return out;
}

}  // namespace

// The lecture, section 2: N cubed against N squared.
Expected<SectionParts> without_cache_section(const PageSources& sources, const SectionRecipe& recipe) {
  const auto described = asked_model(sources, recipe, "model");
  const auto lengths = asked_lengths(sources, recipe);
  if (!described || !lengths) {
    return std::unexpected(!described ? described.error() : lengths.error());
  }
  const auto marks = generated(sources, recipe, described->model, *lengths);
  const auto curve = generated(sources, recipe, described->model, lengths_through(*lengths));
  if (!marks || !curve) {
    return std::unexpected(!marks ? marks.error() : curve.error());
  }
  const Words& words = *sources.words;
  SectionParts out;
  out.values = without_cache_values(described->model, *marks);
  out.pictures.push_back({recipe.id, "", without_cache_chart(words, recipe, described->model.name, *curve)});
  out.tables.push_back({recipe.id, without_cache_table(words, *marks), true});
  out.tables.push_back({recipe.id + "-curve", without_cache_table(words, *curve), false});
  for (const Generated& one : *marks) {
    out.arithmetic.push_back(generated_arithmetic_line(words, one));
  }
  out.notes = {
      words.say("Without a cache, step t computes tokens 1 … t anew: causally, a token attends to itself and to "
                "those before it; the head runs for the last position alone. With one, each token is computed "
                "once. Useful multiply-adds, from an empty context."),
      words.say("The cube is attention's. Products with weights go from N to N²/2, and they are most of the "
                "arithmetic while the text is short: the whole model nears the cube only when attention does."),
  };
  return out;
}

}  // namespace kvtally
