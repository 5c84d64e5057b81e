#include <fmt/format.h>
#include <map>
#include <set>

#include "model/mixture.hpp"
#include "page/knob_lanes.hpp"
#include "page/sections/asked.hpp"
#include "page/sections/sections_list.hpp"

namespace kvtally {

namespace {

// ---- figures

void add_gap(const Words& words, Values& values, const std::string& name, const Gap& gap) {
  std::vector<std::string> spans;
  for (const auto& [from, to] : gap.spans) {
    spans.push_back(words.fill("{from} to {to}", {{"from", from}, {"to", to}}));
  }
  values[name] = fmt::format("{}", gap.months);
  values[name + "_spans"] = spans.empty() ? words.say("none") : fmt::format("{}", fmt::join(spans, ", "));
}

Values timeline_values(const Words& words, const std::vector<DatedModel>& models) {
  Values out;
  std::string since;
  const auto add = [&](const std::string& name, const DatedModel* one) {
    out[name] = one == nullptr ? words.say("never") : one->row->row->released;
    out[name + "_model"] = one == nullptr ? words.say("none") : words.name(one->row->row->name);
    since = one == nullptr || name == "both" ? since : std::max(since, one->row->row->released);
  };
  add("knob1", first_where(models, [](const Model& m) { return turns(m, Knob::entry) || shares_layers(m); }));
  add("knob2", first_where(models, [](const Model& m) { return turns(m, Knob::positions); }));
  add("knob3", first_where(models, [](const Model& m) { return turns(m, Knob::growth); }));
  add("both", first_where(models, [](const Model& m) { return lane_of(m) == KnobLane::both; }));
  std::size_t kinds = 0;
  std::map<KnobLane, int> counts;
  for (const DatedModel& one : models) {
    kinds += one.fresh.size();
    ++counts[one.lane];
  }
  out["models"] = fmt::format("{}", models.size());
  out["kinds"] = fmt::format("{}", kinds);
  out["in_knob1"] = fmt::format("{}", counts[KnobLane::entry]);
  out["in_knob2"] = fmt::format("{}", counts[KnobLane::positions]);
  out["in_knob3"] = fmt::format("{}", counts[KnobLane::growth]);
  out["in_both"] = fmt::format("{}", counts[KnobLane::both]);
  out["since"] = since;
  add_gap(words, out, "gap", longest_gap(models, ""));
  add_gap(words, out, "late_gap", longest_gap(models, since));
  return out;
}

std::vector<std::string> timeline_arithmetic(const Words& words, const std::vector<DatedModel>& models) {
  std::vector<std::string> out;
  std::string last;
  for (const DatedModel& one : models) {
    if (one.fresh.empty()) {
      continue;
    }
    const std::string& month = one.row->row->released;
    const int gap = last.empty() ? 0 : month_of(month) - month_of(last);
    const Values values{{"month", month},
                        {"new", fmt::format("{}", fmt::join(one.fresh, ", "))},
                        {"model", words.name(one.row->row->name)},
                        {"last", last},
                        {"gap", fmt::format("{}", gap)}};
    out.push_back(words.fill(gap == 0   ? "{month}: {new} ({model})"
                             : gap == 1 ? "{month}: {new} ({model}); {month} − {last} = 1 month"
                                        : "{month}: {new} ({model}); {month} − {last} = {gap} months",
                             values));
    last = month;
  }
  return out;
}

// ---- picture and data

std::string lane_name(const Words& words, KnobLane lane) {
  switch (lane) {
    case KnobLane::entry: return words.say("Knob 1: what an entry holds");
    case KnobLane::positions: return words.say("Knob 2: how many entries are kept or read");
    case KnobLane::growth: return words.say("Knob 3: whether anything grows");
    case KnobLane::both: break;
  }
  return words.say("Knobs 2 and 3 in one model");
}

std::string family_key(const Words& words, KindFamily family) {
  switch (family) {
    case KindFamily::full: return words.say("every head its own, or groups");
    case KindFamily::latent: return words.say("a latent");
    case KindFamily::window: return words.say("windows or chunks");
    case KindFamily::sparse: return words.say("choices or pooled entries");
    case KindFamily::state: return words.say("states");
    default: return words.say("other layers");
  }
}

LaneMark mark_of(const Words& words, const DatedModel& one) {
  const ModelRow& row = *one.row->row;
  const std::string fresh = fmt::format("{}", fmt::join(one.fresh, ", "));
  const Values values{{"model", words.name(row.name)},
                      {"vendor", words.name(row.vendor)},
                      {"month", row.released},
                      {"layers", print_cycle(row.cycle)},
                      {"new", fresh}};
  return {month_of(row.released), words.name(row.name), fresh,
          fresh.empty() ? words.fill("{model} ({vendor}, {month}): {layers}", values)
                        : words.fill("{model} ({vendor}, {month}): {layers}; new: {new}", values),
          family_of(one.row->model)};
}

LaneChart timeline_chart(const Words& words, const std::string& id, const std::vector<DatedModel>& models,
                         Values values) {
  LaneChart out;
  out.id = id;
  out.title = words.say("Models by date, a lane for each knob");
  values["from"] = models.empty() ? "" : models.front().row->row->released;
  values["to"] = models.empty() ? "" : models.back().row->row->released;
  out.description = words.fill(
      "{models} models from {from} to {to}: {in_knob1} turn knob 1 alone, {in_knob2} knob 2, {in_knob3} knob 3, "
      "{in_both} both of these. The table of the same name holds every mark.",
      values);
  std::set<KindFamily> families;
  for (const KnobLane lane : {KnobLane::entry, KnobLane::positions, KnobLane::growth, KnobLane::both}) {
    Lane drawn{lane_name(words, lane), {}};
    for (const DatedModel& one : models) {
      if (one.lane == lane) {
        drawn.marks.push_back(mark_of(words, one));
        families.insert(drawn.marks.back().family);
      }
    }
    out.lanes.push_back(std::move(drawn));
  }
  for (const KindFamily family : families) {
    out.keys.push_back({family, family_key(words, family)});
  }
  out.notes = {words.say("A ring and bold letters: the first model of the table with that kind of layer.")};
  return out;
}

Table timeline_table(const Words& words, const std::vector<DatedModel>& models) {
  Table out;
  out.title = words.say("Models by date, a lane for each knob");
  out.columns = {{"released", words.say("Month")},
                 {"model", words.say("Model")},
                 {"lane", words.say("Lane")},
                 {"layers", words.say("Layer list")},
                 {"new", words.say("New")}};
  for (const DatedModel& one : models) {
    const ModelRow& row = *one.row->row;
    out.rows.push_back({text_cell(row.released), text_cell(words.name(row.name)),
                        text_cell(lane_name(words, one.lane)), text_cell(print_cycle(row.cycle)),
                        text_cell(fmt::format("{}", fmt::join(one.fresh, ", ")))});
  }
  return out;
}

}  // namespace

// The lecture, section 0: the years at a glance, four branches that each mend a fault of their own.
Expected<SectionParts> timeline_section(const PageSources& sources, const SectionRecipe& recipe) {
  const auto rows = table_rows(sources, recipe);
  if (!rows) {
    return std::unexpected(rows.error());
  }
  const Words& words = *sources.words;
  const std::vector<DatedModel> models = by_date(*rows);
  SectionParts out;
  out.values = timeline_values(words, models);
  out.pictures.push_back({recipe.id, "", timeline_chart(words, recipe.id, models, out.values)});
  out.tables.push_back({recipe.id, timeline_table(words, models), false});
  out.arithmetic = timeline_arithmetic(words, models);
  out.notes = {
      words.say(
          "A model stands in the lane of the knob that tells it from others: most that turn knob 2 or 3 turn "
          "knob 1 too. A model of cheap and dear layers stands where its cheap layers belong."),
      words.say("A kind of layer is new where no earlier model of the table has it; papers and small models came "
                "before. CLA, the cache of one layer read by the next, counts as one."),
      words.say("The lecture, section 0.")};
  return out;
}

}  // namespace kvtally
