#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "page/observation.hpp"
#include "page/sections/asked.hpp"
#include "page/sections/sections_list.hpp"

namespace kvtally {

namespace {

constexpr std::array kObservations{observe_mixes, observe_first,    observe_partners, observe_million,
                                   observe_ends,  observe_declared, observe_grown,    observe_new};

std::string word_for(const Words& words, Holds held) {
  return held == Holds::yes ? words.say("true") : held == Holds::no ? words.say("false") : words.say("partly");
}

std::string said_of(const Words& words, bool holds) { return word_for(words, holds ? Holds::yes : Holds::no); }

std::string number(std::size_t value) { return fmt::format("{}", value); }

std::size_t held_figures(const Observation& observation) {
  return static_cast<std::size_t>(std::ranges::count_if(observation.figures, &ObservedFigure::holds));
}

Table verdicts(const Words& words, const std::vector<Observation>& all) {
  Table out;
  out.title = words.say("What the table shows, and whether it does");
  out.columns = {{"number", words.say("No."), Align::right},
                 {"said", words.say("What is said")},
                 {"holds", words.say("Holds")},
                 {"figures", words.say("Figures that hold")},
                 {"why", words.say("Why")}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    out.rows.push_back(
        {text_cell(number(i + 1)), text_cell(all[i].said), text_cell(word_for(words, holds(all[i]))),
         text_cell(words.fill("{some} of {all}",
                              {{"some", number(held_figures(all[i]))}, {"all", number(all[i].figures.size())}})),
         text_cell(all[i].why)});
  }
  return out;
}

Table figures(const Words& words, const std::vector<Observation>& all) {
  Table out;
  out.title = words.say("Their figures, as printed and as computed");
  out.columns = {{"number", words.say("No."), Align::right},
                 {"figure", words.say("Figure")},
                 {"printed", words.say("Printed")},
                 {"computed", words.say("Computed")},
                 {"holds", words.say("Holds")},
                 {"made_of", words.say("Made of"), Align::left, kCsv}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const ObservedFigure& figure : all[i].figures) {
      out.rows.push_back({text_cell(number(i + 1)), text_cell(figure.what), text_cell(figure.printed),
                          text_cell(figure.computed), text_cell(said_of(words, figure.holds)),
                          text_cell(figure.made_of)});
    }
  }
  return out;
}

Values observations_values(const Words& words, const std::vector<Observation>& all, std::size_t rows) {
  const auto with = [&](Holds held) {
    return number(static_cast<std::size_t>(
        std::ranges::count_if(all, [&](const Observation& one) { return holds(one) == held; })));
  };
  std::size_t count = 0;
  std::size_t good = 0;
  std::vector<std::string> wrong;
  for (std::size_t i = 0; i < all.size(); ++i) {
    count += all[i].figures.size();
    good += held_figures(all[i]);
    if (holds(all[i]) != Holds::yes) {
      wrong.push_back(number(i + 1));
    }
  }
  return {{"all", number(all.size())},
          {"true", with(Holds::yes)},
          {"partly", with(Holds::partly)},
          {"false", with(Holds::no)},
          {"figures", number(count)},
          {"true_figures", number(good)},
          {"rows", number(rows)},
          {"wrong", wrong.empty() ? words.say("none") : fmt::format("{}", fmt::join(wrong, ", "))}};
}

}  // namespace

// The lecture, section 0, below its table.
Expected<SectionParts> observations_section(const PageSources& sources, const SectionRecipe& recipe) {
  const auto from = Observing::of(sources, recipe);
  if (!from) {
    return std::unexpected(from.error());
  }
  const Words& words = *sources.words;
  std::vector<Observation> all;
  for (const auto& observe : kObservations) {
    all.push_back(observe(*from));
  }
  SectionParts out;
  out.values = observations_values(words, all, from->rows().size());
  out.tables = {{recipe.id, verdicts(words, all), true}, {recipe.id + "-figures", figures(words, all), true}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const ObservedFigure& figure : all[i].figures) {
      out.arithmetic.push_back(
          words.fill("{number}. {figure}: {computed} — {made_of}", {{"number", number(i + 1)},
                                                                    {"figure", figure.what},
                                                                    {"computed", figure.computed},
                                                                    {"made_of", figure.made_of}}));
    }
  }
  out.notes = {
      words.say("A layer is dear if it keeps an entry of every position, cheap if it does not."),
      words.fill("Counts are over all rows, whatever a table shows; caches are those of {context} tokens in bf16.",
                 {{"context", print_tokens(sources.recipe->context)}}),
      words.say("The lecture, section 0; its errata are listed apart.")};
  return out;
}

}  // namespace kvtally
