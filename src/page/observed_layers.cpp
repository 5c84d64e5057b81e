#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

#include "model/mixture.hpp"
#include "page/knob_lanes.hpp"
#include "page/observation.hpp"
#include "report/layer_ratio.hpp"

/// The observations that look at what layers are: 1, 2, 3 and 8.
namespace kvtally {

namespace {

bool mixed(const TableRow& row) { return mix_of(row.model) == "cheap_and_dear"; }

bool turns_other_knobs(const TableRow& row) {
  return turns(row.model, Knob::positions) || turns(row.model, Knob::growth);
}

std::string count_of(const Rows& rows) { return fmt::format("{}", rows.size()); }

// ---- 1

Rows mixed_with(const Observing& from, std::string_view cheap) {
  return from.where([&](const TableRow& row) { return mixed(row) && cheap_of(row.model) == cheap; });
}

LayerRatio ratio_of(const TableRow& row) { return unit_ratio(*row.row, row.model); }

std::set<LayerRatio> ratios_of(const Rows& rows) {
  std::set<LayerRatio> out;
  std::ranges::transform(rows, std::inserter(out, out.end()), [](const TableRow* row) { return ratio_of(*row); });
  return out;
}

ObservedFigure family_ratios(const Observing& from, std::string what, std::string_view option, const Rows& rows) {
  std::vector<std::string> ratios;
  std::ranges::transform(ratios_of(rows), std::back_inserter(ratios), print_ratio);
  return same_text(std::move(what), from.printed(option), fmt::format("{}", fmt::join(ratios, ", ")),
                   listed(from.words(), rows, [&](const TableRow& row) {
                     return fmt::format("{} {}", from.name(row), print_ratio(ratio_of(row)));
                   }));
}

// From the larger of the smallest ratios to the smaller of the largest ones: "3:1 – 7:1".
std::string overlap_of(const Words& words, const std::set<LayerRatio>& a, const std::set<LayerRatio>& b) {
  if (a.empty() || b.empty()) {
    return words.say("none");
  }
  const LayerRatio low =
      std::max(*std::ranges::min_element(a, smaller), *std::ranges::min_element(b, smaller), smaller);
  const LayerRatio high =
      std::min(*std::ranges::max_element(a, smaller), *std::ranges::max_element(b, smaller), smaller);
  return smaller(high, low) ? words.say("none") : fmt::format("{} – {}", print_ratio(low), print_ratio(high));
}

ObservedFigure overlap(const Observing& from, const Rows& states, const Rows& windows) {
  const Words& words = from.words();
  const auto text = [&](const Rows& rows) {
    std::vector<std::string> out;
    std::ranges::transform(ratios_of(rows), std::back_inserter(out), print_ratio);
    return fmt::format("{}", fmt::join(out, ", "));
  };
  return same_text(
      words.say("Ratios that both have"), from.printed("overlap"),
      overlap_of(words, ratios_of(states), ratios_of(windows)),
      words.fill("linear {linear}; windows {windows}", {{"linear", text(states)}, {"windows", text(windows)}}));
}

std::string why_mixes(const Observing& from, const Rows& others) {
  const Rows uneven = from.where([](const TableRow& row) {
    return mixed(row) && cheap_of(row.model) == "windows" &&
           (smaller(whole_ratio(*row.row), ratio_of(row)) || smaller(ratio_of(row), whole_ratio(*row.row)));
  });
  const Rows nowhere = from.where(
      [](const TableRow& row) { return mix_of(row.model) == "other" && !some_layer(row.model, keeps_all); });
  return from.words().fill(
      "Neither of one kind nor cheap and dear: {others}. The ratios are those of the unit that repeats; counted "
      "over "
      "all layers they differ in {uneven}. Cheap alone too, but of several kinds: {nowhere}.",
      {{"others", names_of(from.words(), others)},
       {"uneven", listed(from.words(), uneven,
                         [&](const TableRow& row) {
                           return fmt::format("{} {}", from.name(row), print_ratio(whole_ratio(*row.row)));
                         })},
       {"nowhere", names_of(from.words(), nowhere)}});
}

}  // namespace

Observation observe_mixes(const Observing& from) {
  const Words& words = from.words();
  const Rows pairs = from.where(mixed);
  const Rows uniform = from.where([](const TableRow& row) { return mix_of(row.model) == "uniform"; });
  const Rows others = from.where([](const TableRow& row) { return mix_of(row.model) == "other"; });
  const Rows states = mixed_with(from, "states");
  const Rows windows = mixed_with(from, "windows");
  const Rows cheap = from.where(
      [](const TableRow& row) { return mix_of(row.model) == "uniform" && !some_layer(row.model, keeps_all); });
  const Rows& printed = from.named("one-cheap-kind");
  return {words.say("Rows pair cheap layers with one dear layer, or are all of one kind. Linear and window mixes "
                    "meet in one range of ratios; rows of cheap layers alone are the exception."),
          {same_text(words.say("Rows of cheap and dear layers / of one kind / others"), from.printed("counts"),
                     fmt::format("{} / {} / {}", pairs.size(), uniform.size(), others.size()),
                     words.fill("cheap and dear: {pairs}; of one kind: {uniform}; others: {others}",
                                {{"pairs", names_of(words, pairs)},
                                 {"uniform", names_of(words, uniform)},
                                 {"others", names_of(words, others)}})),
           family_ratios(from, words.say("Linear layers to a dear one"), "linear-ratios", states),
           family_ratios(from, words.say("Window layers to a dear one"), "window-ratios", windows),
           overlap(from, states, windows),
           same_text(words.say("Rows of one cheap kind alone"), names_of(words, printed), names_of(words, cheap),
                     names_of(words, cheap))},
          why_mixes(from, others)};
}

// ---- 2

namespace {

// What a row without windows, choices and states does with its entries: its labels, or CLA where layers read those
// of the layer before.
std::string entry_of(const TableRow& row) {
  return shares_layers(row.model) ? "CLA" : fmt::format("{}", fmt::join(labels_of(*row.row), " + "));
}

}  // namespace

Observation observe_first(const Observing& from) {
  const Words& words = from.words();
  std::vector<std::string> found;
  Rows first;
  for (const TableRow& row : from.rows()) {
    if (!turns_other_knobs(row) && std::ranges::find(found, entry_of(row)) == found.end()) {
      found.push_back(entry_of(row));
      first.push_back(&row);
    }
  }
  const TableRow* last = first.empty() ? nullptr : first.back();
  const Rows others =
      from.where([&](const TableRow& row) { return last != nullptr && &row < last && turns_other_knobs(row); });
  const std::size_t until = last == nullptr ? 0 : static_cast<std::size_t>(last - from.rows().data()) + 1;
  const std::string names = names_of(words, others);
  return {
      words.say("The first rows are the baseline and a short history: all turn the one knob of what an entry "
                "holds."),
      {same_text(words.say("What entries hold, in order of appearance"), from.printed("first-kinds"),
                 fmt::format("{}", fmt::join(found, ", ")),
                 listed(words, first,
                        [&](const TableRow& row) {
                          return fmt::format("{} {} {}", entry_of(row), row.row->released, from.name(row));
                        })),
       same_text(words.say("Rows among these that turn another knob"), from.printed("other-knobs"),
                 count_of(others), names)},
      words.fill("From the first row to the last of these ({last}) there are {rows} rows; knob 2 or 3 is turned "
                 "by {others}.",
                 {{"last", last == nullptr ? words.say("none") : from.name(*last)},
                  {"rows", fmt::format("{}", until)},
                  {"others", names}})};
}

// ---- 3

Observation observe_partners(const Observing& from) {
  const Words& words = from.words();
  const auto sparse = [](const TableRow& row) { return some_layer(row.model, chooses); };
  const Rows full = from.where([&](const TableRow& row) { return mixed(row) && !sparse(row); });
  const Rows chosen = from.where([&](const TableRow& row) { return mixed(row) && sparse(row); });
  return {words.say("Mixed rows are cool and yellow: cheap layers with one of full attention, all but one row."),
          {same_text(words.say("Mixed rows with full attention"), from.printed("full-partners"),
                     fmt::format("{} / {}", full.size(), full.size() + chosen.size()), names_of(words, full)),
           same_text(words.say("The exception"), names_of(words, from.named("sparse-partners")),
                     names_of(words, chosen),
                     listed(words, chosen,
                            [&](const TableRow& row) {
                              return fmt::format("{} ({})", from.name(row), print_cycle(row.row->cycle));
                            }))},
          words.fill("The dear layers choose what they read in {chosen}.", {{"chosen", names_of(words, chosen)}})};
}

// ---- 8

namespace {

std::map<std::string, const TableRow*> first_rows(const Rows& rows) {
  std::map<std::string, const TableRow*> out;
  for (const TableRow* row : rows) {
    for (const std::string& label : labels_of(*row->row)) {
      const auto [at, added] = out.emplace(label, row);
      if (!added && row->row->released < at->second->row->released) {
        at->second = row;
      }
    }
  }
  return out;
}

}  // namespace

Observation observe_new(const Observing& from) {
  const Words& words = from.words();
  const Values months{{"from", from.printed("from")}, {"to", from.printed("to")}};
  const Rows inside = from.where([&](const TableRow& row) {
    return from.printed("from") <= row.row->released && row.row->released <= from.printed("to");
  });
  const auto first = first_rows(from.where([](const TableRow&) { return true; }));
  std::vector<std::string> labels;
  std::vector<std::string> seen;
  std::size_t fresh = 0;
  for (const auto& [label, row] : first_rows(inside)) {
    const TableRow& before = *first.at(label);
    labels.push_back(label);
    fresh += before.row->released >= from.printed("from") ? 1U : 0U;
    seen.push_back(fmt::format("{} {} {}", label, before.row->released, from.name(before)));
  }
  const std::string seen_text = fmt::format("{}", fmt::join(seen, ", "));
  return {
      words.fill("From {from} to {to} many models came out, but nothing new: all are mixes of known layers.",
                 months),
      {same_text(
           words.say("Models / kinds of layer / new kinds"), from.printed("new-kinds"),
           fmt::format("{} / {} / {}", inside.size(), labels.size(), fresh),
           listed(words, inside,
                  [&](const TableRow& row) { return fmt::format("{} {}", row.row->released, from.name(row)); })),
       same_text(words.say("The kinds"), from.printed("window-kinds"), fmt::format("{}", fmt::join(labels, ", ")),
                 words.fill("first seen: {seen}", {{"seen", seen_text}}))},
      words.fill("When each kind was first seen: {seen}.", {{"seen", seen_text}})};
}

}  // namespace kvtally
