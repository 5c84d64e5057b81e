#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "check/claims.hpp"
#include "core/parse.hpp"
#include "page/sections/asked.hpp"
#include "page/sections/depth_views.hpp"
#include "page/sections/depth_words.hpp"
#include "page/sections/sections_list.hpp"
#include "read/text/embedded.hpp"

namespace kvtally {

namespace {

// The models that the recipe's claims have of their own stand beside those that are known by name.
PageSources with_claims_shapes(PageSources sources) {
  const std::string path = "reports/" + sources.recipe->claims + ".yaml";
  const auto files = embedded_files();
  const auto file = std::ranges::find(files, path, &EmbeddedFile::path);
  if (sources.recipe->claims.empty() || file == files.end()) {
    return sources;
  }
  const auto shapes = shapes_of({path, file->nodes});
  const Describe describe = sources.describe;
  sources.describe = [shapes, path, describe](const std::string& id) -> Expected<Description> {
    for (const auto& [name, model] : shapes.value_or(std::vector<std::pair<std::string, Model>>())) {
      if (name == id) {
        return Description{model, path, {}, {}};
      }
    }
    return describe(id);
  };
  return sources;
}

Expected<std::vector<Depth>> depths_of(const PageSources& sources, const SectionRecipe& recipe,
                                       const std::vector<Description>& models) {
  std::vector<Depth> out;
  for (const Description& one : models) {
    out.push_back(depth_of(one.model));
    if (out.back().full == 0) {
      return std::unexpected(section_fault(
          sources, recipe, fmt::format("{}: no layer keeps every position", one.model.id), "models with a ratio"));
    }
  }
  return out;
}

// ---- the ways to take the list

bool is_in(const std::vector<std::string>& ids, const Depth& model) {
  return std::ranges::find(ids, model.id) != ids.end();
}

// All; a family's sizes one fewer, in each way; the same without those that stand aside; without the family.
std::vector<NamedReading> readings_of(const PageSources& sources, const SectionRecipe& recipe,
                                      const std::vector<Depth>& models) {
  const Words& words = *sources.words;
  const std::vector<std::string> family = asked_words(recipe, "family");
  const std::vector<std::string> aside = asked_words(recipe, "aside");
  const auto all = [](const Depth&) { return true; };
  const auto none = [](const Depth&) { return false; };
  const auto member = [&](const Depth& model) { return is_in(family, model); };
  const auto not_aside = [&](const Depth& model) { return !is_in(aside, model); };
  const auto stranger = [&](const Depth& model) { return !is_in(family, model); };
  const Values counts{{"sizes", fmt::format("{}", family.size())},
                      {"fewer", fmt::format("{}", family.size() - std::min<std::size_t>(1, family.size()))}};
  std::vector<NamedReading> out;
  const auto add = [&](std::string key, std::string text, const std::optional<DepthReading>& reading) {
    if (reading) {
      out.push_back({std::move(key), std::move(text), *reading});
    }
  };
  add("", words.say("all"), reading_of(models, all, none));
  if (!family.empty()) {
    add("named_", words.fill("any {fewer} of the {sizes} sizes of the family", counts),
        reading_of(models, all, member));
    add("aside_", words.say("the same, without those that stand aside"), reading_of(models, not_aside, member));
    add("strangers_", words.say("without the family"), reading_of(models, stranger, none));
  }
  return out;
}

void add_values(SectionParts& out, const std::vector<Depth>& models, const std::vector<NamedReading>& readings,
                const Words& words) {
  const auto [flat, steep] = std::ranges::minmax_element(models, {}, ratio_of);
  const auto [fewest, most] = std::ranges::minmax_element(models, {}, &Depth::full);
  const auto [shallow, deep] = std::ranges::minmax_element(models, {}, &Depth::layers);
  out.values = {{"models", fmt::format("{}", models.size())},
                {"least_ratio", fmt::format("{:.3g}", ratio_of(*flat))},
                {"least_ratio_model", flat->name},
                {"most_ratio", fmt::format("{:.3g}", ratio_of(*steep))},
                {"most_ratio_model", steep->name},
                {"fewest", fmt::format("{}", fewest->full)},
                {"most", fmt::format("{}", most->full)},
                {"shallowest", fmt::format("{}", shallow->layers)},
                {"deepest", fmt::format("{}", deep->layers)}};
  const std::string to = words.say(" to ");
  for (const auto& [key, text, reading] : readings) {
    out.values[key + "models"] = fmt::format("{}", reading.models);
    out.values[key + "with_full"] = coefficient_words(reading.least.with_full, reading.most.with_full, to);
    out.values[key + "with_ratio"] = coefficient_words(reading.least.with_ratio, reading.most.with_ratio, to);
  }
}

// What the family keeps: one ratio, whatever its size, or several.
void add_family(SectionParts& out, const SectionRecipe& recipe, const std::vector<Depth>& models) {
  const std::vector<std::string> family = asked_words(recipe, "family");
  std::vector<std::string> ratios;
  std::vector<std::int64_t> full;
  for (const Depth& model : models) {
    if (is_in(family, model)) {
      full.push_back(model.full);
      if (std::ranges::find(ratios, ratio_words(model)) == ratios.end()) {
        ratios.push_back(ratio_words(model));
      }
    }
  }
  if (!full.empty()) {
    const auto [fewest, most] = std::ranges::minmax(full);
    out.values["family_sizes"] = fmt::format("{}", full.size());
    out.values["family_ratio"] = fmt::format("{}", fmt::join(ratios, ", "));
    out.values["family_fewest"] = fmt::format("{}", fewest);
    out.values["family_most"] = fmt::format("{}", most);
  }
}

std::string names_of(const std::vector<std::string>& ids, const std::vector<Depth>& models) {
  std::vector<std::string> out;
  for (const Depth& model : models) {
    if (is_in(ids, model)) {
      out.push_back(model.name);
    }
  }
  return fmt::format("{}", fmt::join(out, ", "));
}

// What the text counts, and what it names.
void add_count_note(SectionParts& out, const PageSources& sources, const std::string& aside) {
  const auto named = out.values.find("named_models");
  const auto rest = out.values.find("aside_models");
  if (sources.claims == nullptr || named == out.values.end() || rest == out.values.end() || aside.empty()) {
    return;
  }
  const auto& results = sources.claims->results;
  const auto list = std::ranges::find(results, "lecture.ratio.list", &CheckResult::id);
  if (list != results.end() && list->printed) {
    out.notes.push_back(sources.words->fill(
        "The lecture says {printed} models and names {named}; without {aside}, which stand aside, it is {rest}. "
        "Which "
        "size of the family it leaves out it does not say, so that each is left out in turn.",
        {{"printed", *list->printed}, {"named", named->second}, {"aside", aside}, {"rest", rest->second}}));
  }
}

void add_ratio_notes(SectionParts& out, const Words& words) {
  out.notes.push_back(
      words.say("Both coefficients are Pearson's, over one point a model. The family's sizes share "
                "one ratio and weigh most; the row without them says what is left."));
  out.notes.push_back(
      words.say("The placement is what two configurations show, no rule that their maker states."));
  out.notes.push_back(words.say("The lecture, section 8.4."));
}

Expected<std::vector<std::int64_t>> asked_ratios(const PageSources& sources, const SectionRecipe& recipe) {
  std::vector<std::int64_t> out;
  for (const std::string& word : asked_words(recipe, "lines")) {
    const auto ratio = parse_integer(word);
    if (!ratio || *ratio < 1 || *ratio > 1000) {
      return std::unexpected(section_fault(sources, recipe, fmt::format("lines: '{}' is no ratio to one", word),
                                           "a number such as 3"));
    }
    out.push_back(*ratio);
  }
  return out;
}

}  // namespace

// The lecture, section 8.4: is it the ratio that is kept as models grow deeper, or the number of full layers?
Expected<SectionParts> ratio_or_count_section(const PageSources& asked, const SectionRecipe& recipe) {
  const PageSources sources = with_claims_shapes(asked);
  const auto described = asked_models(sources, recipe);
  const auto ratios = asked_ratios(sources, recipe);
  if (!described || !ratios) {
    return std::unexpected(described ? ratios.error() : described.error());
  }
  const auto models = depths_of(sources, recipe, *described);
  if (!models) {
    return std::unexpected(models.error());
  }
  const std::vector<NamedReading> readings = readings_of(sources, recipe, *models);
  if (readings.empty() || !readings.front().key.empty()) {
    return std::unexpected(section_fault(sources, recipe,
                                         "the models have no correlation: they are too few or alike",
                                         "at least 3 models of several depths and ratios"));
  }
  const Words& words = *sources.words;
  SectionParts out;
  add_values(out, *models, readings, words);
  add_family(out, recipe, *models);
  Chart chart = scatter_of(*models, *ratios, words);
  chart.id = recipe.id;
  out.pictures.push_back({recipe.id, "", std::move(chart)});
  out.tables.push_back({recipe.id + "-readings", readings_table(readings, words), true});
  out.tables.push_back({recipe.id, depths_table(*models, words), true});
  out.arithmetic = coefficient_arithmetic(*models, words);
  for (const Description& one : *described) {
    if (is_in(asked_words(recipe, "placed"), depth_of(one.model))) {
      out.arithmetic.push_back(placement_words(one.model, words));
    }
  }
  add_count_note(out, sources, names_of(asked_words(recipe, "aside"), *models));
  add_ratio_notes(out, words);
  return out;
}

}  // namespace kvtally
