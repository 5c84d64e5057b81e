
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/parse.hpp"
#include "core/print.hpp"
#include "core/rate.hpp"
#include "page/sections/asked.hpp"
#include "page/sections/kind_points.hpp"
#include "page/sections/kind_tables.hpp"
#include "page/sections/sections_list.hpp"
#include "report/roofline_words.hpp"

namespace kvtally {

namespace {

// From half of the leftmost point or the ridge to twice the rightmost one.
Series roof_of(const KindView& view) {
  double low = view.ridge;
  double high = view.ridge;
  for (const PlacedKind& one : view.layers) {
    for (const KindPoint* point : {&one.decode, &one.prefill}) {
      low = point->intensity > 0 ? std::min(low, point->intensity) : low;
      high = std::max(high, point->intensity);
    }
  }
  const auto bandwidth = static_cast<double>(view.rates.bandwidth.value);
  const auto peak = static_cast<double>(view.rates.attention->value);
  return {
      fmt::format("{} → {} {}", print_rate(view.rates.bandwidth), print_rate(*view.rates.attention), view.format),
      KindFamily::plain,
      Shape::line,
      {{low / 2, low / 2 * bandwidth, ""}, {view.ridge, peak, ""}, {high * 2, peak, ""}},
      {},
      false};
}

Chart roofline_chart(const Words& words, const SectionRecipe& recipe, const KindQuestion& question,
                     const KindView& view) {
  Chart chart;
  chart.id = recipe.id + "-" + view.format;
  chart.title = words.fill("{device}, {format}: one layer of each kind",
                           {{"device", question.device.name}, {"format", view.format}});
  chart.x = {"FLOP/byte", Scale::log10, Measure::flop_per_byte, Units::binary, true};
  chart.y = {"FLOP/s", Scale::log10, Measure::flop_per_second, Units::binary, false};
  chart.series.push_back(roof_of(view));
  chart.description = words.fill("{title}. Both axes are logarithmic.", {{"title", chart.title}});
  for (const bool prefill : {false, true}) {
    for (const PlacedKind& one : view.layers) {
      const KindPoint& point = prefill ? one.prefill : one.decode;
      const std::string name = words.fill(prefill ? "{kind} prefill: {bound}" : "{kind} decode: {bound}",
                                          {{"kind", one.layer->name}, {"bound", bound_words(words, point)}});
      chart.series.push_back({name,
                              one.layer->family,
                              prefill ? Shape::square : Shape::disc,
                              {{point.intensity, point.rate(), ""}},
                              {},
                              false});
      chart.description += fmt::format(" {}: {} FLOP/byte.", name, print_intensity(point.intensity));
    }
  }
  chart.rules.push_back({view.ridge, words.fill("ridge {ridge}", {{"ridge", fmt::format("{:.1f}", view.ridge)}})});
  return chart;
}

// Of a layer with one memory and no indexer, or a state alone: each entry costs the same, whatever the context.
std::string roofline_arithmetic_line(const Words& words, const PlacedKind& one) {
  const Layer& layer = one.layer->model.layers.front();
  const std::string result = print_intensity(one.decode.intensity);
  if (layer.memories.size() == 1 && layer.state.tensors.empty() && !layer.memories.front().indexer) {
    const Memory& memory = layer.memories.front();
    return words.fill("{kind}: 2 x {heads} heads x ({key} + {value}) operations / {bytes} B = {result} FLOP/byte",
                      {{"kind", one.layer->name},
                       {"heads", print_grouped(memory.scoring.query_heads)},
                       {"key", print_grouped(memory.scoring.score_width)},
                       {"value", print_grouped(memory.scoring.value_width)},
                       {"bytes", print_grouped(entry_bytes(memory.entry).value)},
                       {"result", result}});
  }
  return words.fill("{kind}: {operations} operations / {bytes} B read and written = {result} FLOP/byte",
                    {{"kind", one.layer->name},
                     {"operations", print_grouped(one.decode.operations.value)},
                     {"bytes", print_grouped(one.decode.bytes.value)},
                     {"result", result}});
}

Values roofline_values(const KindQuestion& question, const KindView& view) {
  Values out{{"device", question.device.name},
             {"context", print_tokens(question.context)},
             {"prompt", print_tokens(question.prompt)},
             {"format", view.format},
             {"ridge", fmt::format("{:.1f}", view.ridge)},
             {"kinds", fmt::format("{}", view.layers.size())}};
  std::size_t left = 0;
  std::size_t right = 0;
  for (const PlacedKind& one : view.layers) {
    const double at = one.decode.intensity;
    left += at < view.ridge ? 1 : 0;
    right += one.prefill.intensity > view.ridge ? 1 : 0;
    out[one.layer->value] = print_intensity(at);
    out[one.layer->value + "_prefill"] = print_intensity(one.prefill.intensity);
    out[one.layer->value + "_below"] = at > 0 ? below_words(view.ridge / at) : "-";
    out[one.layer->value + "_of_ridge"] = fmt::format("{:.1f} %", 100 * at / view.ridge);
  }
  out["left"] = fmt::format("{}", left);
  out["prefill_right"] = fmt::format("{}", right);
  return out;
}

void add_roofline_notes(SectionParts& out, const Words& words, const KindQuestion& question,
                        const std::vector<KindView>& views) {
  out.notes.push_back(words.fill(
      "Each point is one layer's attention alone, of one request: products with weights are left out, since a "
      "batch "
      "shares those, and no batch shares a cache. Decode: {context} tokens are stored. Prefill: a prompt of "
      "{prompt} "
      "in one pass, latents expanded, queries and outputs kept on the chip, so that it is the most it can be.",
      {{"context", print_tokens(question.context)}, {"prompt", print_tokens(question.prompt)}}));
  out.notes.push_back(words.say(
      "Operations are two for each multiply-add, bytes those read and written. Points lie on the roof: the "
      "least time, which no schedule beats (Williams, Waterman and Patterson, 2009)."));
  out.notes.push_back(
      words.say("The lecture, section 3: with G query heads on a key-value head the intensity is G, which its "
                "GQA-8 has with 64 "
                "query heads on 8; DeepSeek-V3's 128 heads on 8 make it 16. That of MLA is not in the lecture."));
  if (views.size() == 1) {
    out.notes.push_back(
        words.fill("{device} publishes no fp8 peak: there is one picture.", {{"device", question.device.name}}));
  } else {
    out.notes.push_back(words.say(
        "In fp8 the entries are stored and multiplied in fp8, index keys and states stay as they are: the "
        "ridge and the intensity of entries double together. Kernels that widen entries to bf16 first stay "
        "under the bf16 roof."));
  }
  if (!question.device.overrides.empty()) {
    out.notes.push_back(
        words.fill("{device} with {overrides}.",
                   {{"device", question.device.name},
                    {"overrides", fmt::format("{}", fmt::join(question.device.overrides, ", "))}}));
  }
  for (const KindView& view : views) {
    if (!view.unchanged.empty()) {
      out.notes.push_back(
          words.fill("Entries that {format} cannot hold stay as they are: {layers}.",
                     {{"format", view.format}, {"layers", fmt::format("{}", fmt::join(view.unchanged, ", "))}}));
    }
  }
}

}  // namespace

// The lecture, section 3.1: decode is a chain again, bound by what it reads.
Expected<SectionParts> roofline_section(const PageSources& sources, const SectionRecipe& recipe) {
  const auto device = asked_device(sources, recipe);
  const auto context = asked_context(sources, recipe);
  const auto prompt = parse_tokens(asked_word(recipe, "prompt", "8K"));
  const auto layers = asked_layers(sources, recipe);
  if (!device || !context || !layers) {
    return std::unexpected(!device ? device.error() : !context ? context.error() : layers.error());
  }
  if (!prompt) {
    return std::unexpected(
        section_fault(sources, recipe, "prompt: " + prompt.error(), "a token count such as 8K"));
  }
  const KindQuestion question{*device, *context, *prompt};
  const std::vector<KindView> views = views_of(question, *layers);
  if (views.empty()) {
    return std::unexpected(
        section_fault(sources, recipe, fmt::format("{}: no peak, or no bandwidth, is published", device->id),
                      fmt::format("another device, or figures ({},bandwidth=1TB/s,bf16=100TFLOP/s)", device->id)));
  }
  const Words& words = *sources.words;
  SectionParts out;
  out.values = roofline_values(question, views.front());
  for (const KindView& view : views) {
    out.pictures.push_back(
        {recipe.id + "-" + view.format, view.format, roofline_chart(words, recipe, question, view)});
    out.tables.push_back({recipe.id + "-" + view.format, kinds_table(words, view), &view == &views.front()});
  }
  out.tables.push_back({recipe.id + "-points", points_table(words, views), false});
  for (const PlacedKind& one : views.front().layers) {
    out.arithmetic.push_back(roofline_arithmetic_line(words, one));
  }
  out.arithmetic.push_back(words.fill("ridge: {rate} / {bandwidth} = {ridge} FLOP/byte",
                                      {{"rate", print_rate(*views.front().rates.attention)},
                                       {"bandwidth", print_rate(views.front().rates.bandwidth)},
                                       {"ridge", out.values["ridge"]}}));
  add_roofline_notes(out, words, question, views);
  return out;
}

}  // namespace kvtally
