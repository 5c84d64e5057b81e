#include <fmt/format.h>
#include <utility>

#include "page/sections/deployed.hpp"
#include "page/sections/sections_list.hpp"
#include "report/roofline.hpp"
#include "report/roofline_chart.hpp"

namespace kvtally {

namespace {

Expected<Roofline> roofline_for(const Deployed& asked) {
  RooflineQuestion question;
  question.decode.context = asked.context;
  question.decode.sequences = asked.users;
  auto out = roofline_of(asked.model, asked.weights, {asked.device, false}, question);
  if (out) {
    return std::move(*out);
  }
  Problems problems;
  for (const std::string& sentence : out.error()) {
    problems.push_back(
        {"", {}, fmt::format("{} on {}: {}", asked.model.id, asked.device.id, sentence), "", "", ""});
  }
  return std::unexpected(std::move(problems));
}

// The terminal's picture in the page's language.
void translate(Chart& chart, const Words& words) {
  chart.x.title = words.name(chart.x.title);
  chart.y.title = words.name(chart.y.title);
  for (Series& series : chart.series) {
    series.name = words.name(series.name);
    for (ChartPoint& point : series.points) {
      point.name = words.name(point.name);
    }
  }
  for (std::string& note : chart.notes) {
    note = words.say(note);
  }
  chart.description =
      words.fill("{title}. Both axes are logarithmic.", {{"title", chart.title}}) + legend_sentences(chart);
}

}  // namespace

Expected<SectionParts> step_section(const PageSources& sources, const SectionRecipe& recipe) {
  const auto asked = deployed(sources, recipe);
  const auto roofline = asked ? roofline_for(*asked) : std::unexpected(asked.error());
  if (!roofline) {
    return std::unexpected(roofline.error());
  }
  const Units units = sources.request.units;
  const Words& words = *sources.words;
  const StepTime& step = roofline->decode;
  SectionParts out;
  out.values = asked->values;
  out.values["step"] = print_seconds(step.total);
  out.values["weights"] = print_bytes(step.weight_bytes, units);
  out.values["cache"] = print_bytes(step.cache_bytes, units);
  out.values["weight_time"] = print_seconds(step.weight_seconds);
  out.values["cache_time"] = print_seconds(step.cache_seconds);
  out.values["bound"] = words.say(name_of(step.bound));
  Chart chart = chart_of({*roofline});
  chart.id = recipe.id;
  chart.title = words.fill("Parts of a decode step of {model} on {device}", out.values);
  translate(chart, words);
  out.pictures.push_back({recipe.id, "", std::move(chart)});
  Table table = in_words(table_of({*roofline}, units), words, {"step", "part", "kind", "bound"});
  for (const std::string& note : std::exchange(table.notes, {})) {
    out.notes.push_back(words.name(note));
  }
  out.tables.push_back({recipe.id, std::move(table), true});
  const auto line = [&](Bytes bytes, Seconds seconds, std::string_view what) {
    out.arithmetic.push_back(fmt::format("{}: {} B / {} = {}", words.say(what), print_grouped(bytes.value),
                                         print_rate(roofline->rates.bandwidth), print_seconds(seconds)));
  };
  line(step.weight_bytes, step.weight_seconds, "weights");
  line(step.cache_bytes, step.cache_seconds, "cache");
  out.notes.push_back(
      words.say("As if one device held all of it: what placement does to the step stands in the plan."));
  return out;
}

}  // namespace kvtally
