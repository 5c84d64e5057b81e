#include "report/plan.hpp"

#include <fmt/format.h>

#include "page/sections/deployed.hpp"
#include "page/sections/sections_list.hpp"

namespace kvtally {

namespace {

PlanSheet plan_sheet(const Deployed& asked, Units units) {
  PlanSheet out;
  PlanQuestion& question = out.question;
  question.devices.push_back(asked.device);
  question.formats.push_back({"", "", asked.model, asked.weights, WeightReading{}});
  question.demand = demand_of(asked.context);
  question.users = asked.users;
  question.prompt = timed_context(question.demand);
  question.units = units;
  out.plan = make_plan(question);
  return out;
}

// Devices against the time of a token: the front.
Chart plan_chart(const PlanSheet& sheet, const PageSources& sources, const SectionRecipe& recipe,
                 const Values& values) {
  const Words& words = *sources.words;
  Chart out;
  out.id = recipe.id;
  out.title = words.fill("Deployments of {model} on {device} that no other betters", values);
  out.description = words.fill("Devices against the time of a token for {users} users of {context}.", values);
  out.x = {words.say("devices"), Scale::log2, Measure::number, Units::binary, false};
  out.y = {words.say("milliseconds a token"), Scale::log10, Measure::number, Units::binary, false};
  Series series{
      words.say("deployments"), family_of(sheet.question.formats.front().model), Shape::disc, {}, {}, false};
  for (const PlanCandidate& one : sheet.plan.front) {
    series.points.push_back(
        {static_cast<double>(one.devices()), one.token.value * 1000, print_placement(one.placement)});
  }
  out.series.push_back(std::move(series));
  return out;
}

}  // namespace

Expected<SectionParts> plan_section(const PageSources& sources, const SectionRecipe& recipe) {
  const auto asked = deployed(sources, recipe);
  if (!asked) {
    return std::unexpected(asked.error());
  }
  const Units units = sources.request.units;
  const Words& words = *sources.words;
  const PlanSheet sheet = plan_sheet(*asked, units);
  const Plan& plan = sheet.plan;
  SectionParts out;
  out.values = asked->values;
  out.values["weighed"] = print_grouped(plan.considered);
  out.values["meeting"] = print_grouped(plan.meeting);
  out.values["front"] = fmt::format("{}", plan.front.size());
  const PlanCandidate* smallest = plan.front.empty() ? nullptr : &plan.front.front();
  out.values["devices"] = smallest != nullptr ? fmt::format("{}", smallest->devices()) : words.say("no number of");
  out.values["placement"] = smallest != nullptr ? print_placement(smallest->placement) : words.say("no placement");
  out.values["token"] = smallest != nullptr ? print_seconds(smallest->token) : words.say("no time");
  if (smallest != nullptr) {
    out.pictures.push_back({recipe.id, "", plan_chart(sheet, sources, recipe, out.values)});
  }
  Table table = in_words(table_of(sheet, units), words, {});
  table.notes.clear();  // they are the section's
  out.tables.push_back({recipe.id, std::move(table), true});
  for (const PlanRejection& rejection : plan.rejected) {
    out.notes.push_back(line_of(rejection));
  }
  out.notes.insert(out.notes.end(), plan.comparisons.begin(), plan.comparisons.end());
  out.notes.insert(out.notes.end(), plan.notes.begin(), plan.notes.end());
  return out;
}

}  // namespace kvtally
