#include <array>
#include <fmt/format.h>

#include "account/figures.hpp"
#include "page/sections/asked.hpp"
#include "page/sections/sections_list.hpp"

namespace kvtally {

namespace {

constexpr std::array<std::string_view, 4> kAttentions{"mha", "gqa-8", "mqa", "as-is"};

struct Kept {
  std::string name;
  std::string value;  // the name of its values in sentences: "mha"
  Bytes bytes;
  KindFamily family;
};

Expected<std::vector<Kept>> kept_by(const PageSources& sources, const Model& model, Tokens context) {
  std::vector<Kept> out;
  for (const std::string_view word : kAttentions) {
    const auto other = with_attention(model, word);
    if (!other) {
      return std::unexpected(other.error());
    }
    const Kind& kind = kind_of(other->layers.front().kind);
    const bool own = word == "as-is";
    out.push_back({own ? sources.words->fill("{kind} (its own)", {{"kind", std::string(kind.label)}})
                       : fmt::format("{}", word == "mha"   ? "MHA"
                                           : word == "mqa" ? "MQA"
                                                           : "GQA-8"),
                   own               ? "own"
                   : word == "gqa-8" ? "gqa8"
                                     : std::string(word),
                   figures_of(*other, {.context = context}).kept[Part::entries], family_of(kind)});
  }
  return out;
}

}  // namespace

// The lecture, section 0, question 1.
Expected<SectionParts> four_attentions_section(const PageSources& sources, const SectionRecipe& recipe) {
  const Words& words = *sources.words;
  const auto described = asked_model(sources, recipe, "model");
  const auto device = asked_device(sources, recipe);
  const auto context = asked_context(sources, recipe);
  if (!described || !device || !context) {
    return std::unexpected(!described ? described.error() : !device ? device.error() : context.error());
  }
  const auto kept = kept_by(sources, described->model, *context);
  if (!kept) {
    return std::unexpected(kept.error());
  }
  SectionParts out;
  out.values = {{"model", described->model.name}, {"context", print_tokens(*context)}};
  BarChart chart{recipe.id, words.fill("One user of {model} at {context}", out.values),
                 "",        {words.say("bytes kept"), Scale::log2, Measure::bytes, sources.request.units, false},
                 {},        {},
                 {}};
  for (const Kept& one : *kept) {
    const std::string text = print_bytes(one.bytes, sources.request.units);
    out.values[one.value] = text;
    chart.bars.push_back({one.name, text, {{one.name, static_cast<double>(one.bytes.value), text, one.family}}});
  }
  out.pictures.push_back({recipe.id, "", std::move(chart)});
  return out;
}

}  // namespace kvtally
