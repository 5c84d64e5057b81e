#include "report/fit.hpp"

#include <fmt/format.h>

#include "model/limits.hpp"
#include "page/sections/deployed.hpp"
#include "page/sections/sections_list.hpp"

namespace kvtally {

namespace {

Expected<FitSheet> fit_sheet(const Deployed& asked) {
  FitSheet out;
  out.device = asked.device;
  out.model = asked.model;
  if (!asked.device.usable_memory) {
    return std::unexpected(Problems{{"",
                                     {},
                                     fmt::format("the memory of {} is not published", asked.device.id),
                                     fmt::format("--on {},memory=80GiB", asked.device.id),
                                     "",
                                     ""}});
  }
  FitQuestion& question = out.question;
  question.asked = Asked::devices;
  question.demand = demand_of(asked.context);
  question.users = asked.users;
  question.longest = Tokens{asked.model.max_position_embeddings.value_or(limits::kTokens)};
  question.usable = *asked.device.usable_memory;
  question.domain = asked.device.scale_up_domain;
  question.reserve = Reserve{}.of(question.usable);
  out.answer = answer_fit(asked.model, asked.weights, question);
  return out;
}

// One bar of the fullest device's memory.
BarChart memory_bar(const FitSheet& sheet, const PageSources& sources, const SectionRecipe& recipe,
                    const Values& values) {
  const Words& words = *sources.words;
  const Units units = sources.request.units;
  const DeviceMemory& m = sheet.answer.memory;
  Bar bar{sheet.device.id, print_bytes(m.total(), units), {}};
  const auto add = [&](std::string_view name, Bytes bytes, KindFamily family) {
    if (bytes > Bytes{}) {
      bar.parts.push_back({words.say(name), static_cast<double>(bytes.value), print_bytes(bytes, units), family});
    }
  };
  add("weights", m.weights, KindFamily::weight);
  add("cache", m.cache, family_of(sheet.model));
  add("states", m.state, KindFamily::state);
  add("waiting to be pooled", m.open, KindFamily::other);
  add("activations", m.activations, KindFamily::sparse);
  add("reserve", m.reserve, KindFamily::weight);
  return {recipe.id,
          words.say("Memory of the fullest device"),
          words.fill("What one of {devices} devices ({placement}) holds of {usable}.", values),
          {words.say("bytes"), Scale::linear, Measure::bytes, units, false},
          {std::move(bar)},
          {{static_cast<double>(sheet.question.usable.value), words.fill("usable: {usable}", values)}},
          {}};
}

std::vector<std::string> fit_arithmetic(const FitSheet& sheet, const Words& words) {
  const FitAnswer& a = sheet.answer;
  const auto b = [](Bytes bytes) { return print_grouped(bytes.value); };
  const Values values{{"weights", b(a.weight_bytes)},
                      {"users", print_grouped(sheet.question.users)},
                      {"each", b(a.cache_bytes_per_user)},
                      {"usable", b(sheet.question.usable)},
                      {"devices", fmt::format("{:.3f}", a.devices_exact.approximate())},
                      {"weights_there", b(a.memory.weights)},
                      {"cache", b(a.memory.cache)},
                      {"states", b(a.memory.state)},
                      {"waiting", b(a.memory.open)},
                      {"activations", b(a.memory.activations)},
                      {"reserve", b(a.memory.reserve)},
                      {"total", b(a.memory.total())}};
  return {
      words.fill("({weights} B of weights + {users} x {each} B of cache) / {usable} B usable = {devices} devices",
                 values),
      words.fill("on the fullest: {weights_there} + {cache} + {states} + {waiting} + {activations} + {reserve} = "
                 "{total} B (weights, cache, states, waiting, activations, reserve)",
                 values)};
}

}  // namespace

Expected<SectionParts> fit_section(const PageSources& sources, const SectionRecipe& recipe) {
  const auto asked = deployed(sources, recipe);
  const auto sheet = asked ? fit_sheet(*asked) : std::unexpected(asked.error());
  if (!sheet) {
    return std::unexpected(sheet.error());
  }
  const Units units = sources.request.units;
  const Words& words = *sources.words;
  const FitAnswer& answer = sheet->answer;
  SectionParts out;
  out.values = asked->values;
  Values& values = out.values;
  values["usable"] = print_bytes(sheet->question.usable, units);
  values["devices"] = answer.fits ? fmt::format("{}", answer.layout->placement.devices()) : words.say("too many");
  values["placement"] = answer.fits ? print_placement(answer.layout->placement) : words.say("no placement");
  values["devices_exact"] = fmt::format("{:.2f}", answer.devices_exact.approximate());
  values["weights"] = print_bytes(answer.weight_bytes, units);
  values["cache"] = print_bytes(answer.cache_bytes, units);
  values["cache_per_user"] = print_bytes(answer.cache_bytes_per_user, units);
  values["most_users"] = print_grouped(answer.most_users);
  values["binding"] = binding_of(*sheet, units, [&](auto text, const auto& of) { return words.fill(text, of); });
  if (answer.fits) {
    out.pictures.push_back({recipe.id, "", memory_bar(*sheet, sources, recipe, values)});
  }
  out.tables.push_back({recipe.id, in_words(table_of(*sheet, units), words, {"part"}), true});
  out.arithmetic = fit_arithmetic(*sheet, words);
  out.notes = asked->weights.assumptions;
  if (!answer.fits) {
    out.notes.push_back(values.at("binding"));
  }
  return out;
}

}  // namespace kvtally
