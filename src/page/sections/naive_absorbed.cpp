#include <cmath>
#include <fmt/format.h>

#include "model/attended.hpp"
#include "page/sections/asked.hpp"
#include "page/sections/latent_forms.hpp"
#include "page/sections/sections_list.hpp"
#include "page/sections/shares.hpp"

namespace kvtally {

namespace {

constexpr std::int64_t kFirstDecoded = 1 << 10;  // of the decode curves, in tokens of context
constexpr std::int64_t kLastDecoded = 1 << 20;
constexpr std::int64_t kMostAtOnce = 1 << 13;

// "1.234e+12" as people say it: four digits and a power's name.
std::string print_many(Wide macs) {
  static constexpr std::array<std::pair<double, std::string_view>, 4> kNames{
      {{1e15, " P"}, {1e12, " T"}, {1e9, " G"}, {1e6, " M"}}};
  const auto value = static_cast<double>(macs);
  for (const auto& [unit, name] : kNames) {
    if (value >= unit) {
      return fmt::format("{:.4g}{}", value / unit, name);
    }
  }
  return print_grouped(macs);
}

Values naive_absorbed_values(const Model& model, const LatentForms& f, Tokens context) {
  const std::int64_t s = static_cast<std::int64_t>(context.value);
  const Wide heads = Wide{f.heads} * f.layers;
  const reference::LatentSizes& sizes = f.sizes;
  const Wide naive_keys = Wide{sizes.nope} * sizes.rank + sizes.nope;  // of keys alone: the lecture's count
  const std::int64_t hidden = model.naive.hidden_size.value_or(0);
  const std::int64_t expanded = f.heads * (sizes.nope + sizes.value_dim);
  return {{"model", model.name},
          {"context", print_tokens(context)},
          {"tokens", print_grouped(s)},
          {"rank", print_grouped(sizes.rank)},
          {"rope", print_grouped(sizes.rope)},
          {"nope", print_grouped(sizes.nope)},
          {"value_dim", print_grouped(sizes.value_dim)},
          {"heads", print_grouped(f.heads)},
          {"layers", print_grouped(f.layers)},
          {"expansion", print_grouped(f.expansion)},
          {"pair_expanded", print_grouped(f.pair_expanded)},
          {"pair_absorbed", print_grouped(f.pair_absorbed)},
          {"naive", print_many(f.expanded(s - 1, 1) * heads)},
          {"absorbed", print_many(f.absorbed(s - 1, 1) * heads)},
          {"naive_head", print_grouped(f.expanded(s - 1, 1))},
          {"absorbed_head", print_grouped(f.absorbed(s - 1, 1))},
          {"times", print_ratio(f.expanded(s - 1, 1), f.absorbed(s - 1, 1))},
          {"limit", print_ratio(f.expansion + f.pair_expanded, f.pair_absorbed)},
          {"key_naive", print_grouped(naive_keys)},
          {"key_limit", print_ratio(naive_keys, sizes.rank)},
          {"prefill_times", print_ratio(f.absorbed(0, s), f.expanded(0, s))},
          {"pair_times", print_ratio(f.pair_absorbed, f.pair_expanded)},
          {"crossing", print_grouped(f.crossing(s).value_or(0))},
          {"expanded_elements", print_grouped(expanded)},
          {"hidden", print_grouped(hidden)},
          {"entry", print_grouped(sizes.rank + sizes.rope)},
          {"widened",
           hidden > 0 ? fmt::format("{:.4g}", static_cast<double>(expanded) / static_cast<double>(hidden)) : "-"},
          {"narrowed", hidden > 0 ? fmt::format("{:.4g}", static_cast<double>(hidden) /
                                                              static_cast<double>(sizes.rank + sizes.rope))
                                  : "-"},
          {"factor",
           fmt::format("{:.3g}", static_cast<double>(expanded) / static_cast<double>(sizes.rank + sizes.rope))}};
}

Axis work_axis(std::string title) {
  return {std::move(title), Scale::log10, Measure::number, Units::binary, false};
}

Chart decode_chart(const PageSources& sources, const SectionRecipe& recipe, const LatentForms& f,
                   const Values& values) {
  const Words& words = *sources.words;
  Chart out;
  out.id = recipe.id;
  out.title = words.fill("{model}: one token, with its latents unpacked or not", values);
  out.description = words.fill(
      "Multiply-adds of attention for one new token against context. At {context} unpacking "
      "takes {naive}, absorbing {absorbed}.",
      values);
  out.x = {words.say("context, tokens"), Scale::log2, Measure::tokens, Units::binary, true};
  out.y = work_axis(words.say("multiply-adds, all heads and layers"));
  Series naive{words.say("expanded: every latent unpacked again"), KindFamily::full, Shape::line, {}, {}};
  Series absorbed{words.say("absorbed: none is unpacked"), KindFamily::latent, Shape::line, {}, {}};
  const auto heads = static_cast<double>(f.heads) * static_cast<double>(f.layers);
  for (std::int64_t s = kFirstDecoded; s <= kLastDecoded; s *= 2) {
    naive.points.push_back({static_cast<double>(s), heads * static_cast<double>(f.expanded(s - 1, 1)), ""});
    absorbed.points.push_back({static_cast<double>(s), heads * static_cast<double>(f.absorbed(s - 1, 1)), ""});
  }
  out.series = {std::move(naive), std::move(absorbed)};
  return out;
}

// Work for each of the tokens that are computed at once behind a prefix that fills the context.
Chart chunk_chart(const PageSources& sources, const SectionRecipe& recipe, const LatentForms& f, Tokens context,
                  const Values& values) {
  const Words& words = *sources.words;
  const auto prefix = static_cast<std::int64_t>(context.value);
  Chart out;
  out.id = recipe.id + "-at-once";
  out.title = words.fill("Tokens computed at once behind {context} stored ones", values);
  out.description = words.fill(
      "Multiply-adds for each new token against how many are computed together: from "
      "{crossing} on unpacking is the cheaper form.",
      values);
  out.x = {words.say("new tokens at once"), Scale::log2, Measure::tokens, Units::binary, true};
  out.y = work_axis(words.say("multiply-adds for each of them"));
  Series expanded{words.say("expanded"), KindFamily::full, Shape::line, {}, {}};
  Series absorbed{words.say("absorbed"), KindFamily::latent, Shape::line, {}, {}};
  const auto heads = static_cast<double>(f.heads) * static_cast<double>(f.layers);
  for (std::int64_t n = 1; n <= kMostAtOnce; n *= 2) {
    const double each = heads / static_cast<double>(n);
    expanded.points.push_back({static_cast<double>(n), each * static_cast<double>(f.expanded(prefix, n)), ""});
    absorbed.points.push_back({static_cast<double>(n), each * static_cast<double>(f.absorbed(prefix, n)), ""});
  }
  out.series = {std::move(expanded), std::move(absorbed)};
  if (const auto crossing = f.crossing(prefix); crossing && *crossing <= kMostAtOnce) {
    out.rules.push_back({static_cast<double>(*crossing), words.fill("{crossing} tokens", values)});
  }
  return out;
}

Table naive_absorbed_table(const PageSources& sources, const LatentForms& f, const Values& values) {
  const Words& words = *sources.words;
  Table out;
  out.title = words.fill("Multiply-adds of {model}'s attention, all heads and layers", values);
  out.columns = {{"context_tokens", words.say("context"), Align::right},
                 {"decode_expanded", words.say("one token, expanded"), Align::right},
                 {"decode_absorbed", words.say("one token, absorbed"), Align::right},
                 {"decode_ratio", words.say("ratio"), Align::right},
                 {"prefill_expanded", words.say("whole prompt, expanded"), Align::right},
                 {"prefill_absorbed", words.say("whole prompt, absorbed"), Align::right},
                 {"prefill_ratio", words.say("ratio"), Align::right}};
  const Wide heads = Wide{f.heads} * f.layers;
  const auto many = [&](Wide head) { return number_cell(print_many(head * heads), wide_text(head * heads)); };
  for (std::int64_t s = kFirstDecoded; s <= kLastDecoded; s *= 4) {
    out.rows.push_back({number_cell(print_tokens({s}), fmt::format("{}", s)), many(f.expanded(s - 1, 1)),
                        many(f.absorbed(s - 1, 1)),
                        text_cell(print_ratio(f.expanded(s - 1, 1), f.absorbed(s - 1, 1))), many(f.expanded(0, s)),
                        many(f.absorbed(0, s)), text_cell(print_ratio(f.expanded(0, s), f.absorbed(0, s)))});
  }
  return out;
}

std::vector<std::string> absorbed_arithmetic(const Words& words, const Values& values) {
  return {
      words.fill("a head, to unpack a latent: ({nope} + {value_dim}) x {rank} = {expansion}", values),
      words.fill(
          "for each position seen: {nope} + {rope} + {value_dim} = {pair_expanded} expanded, {rank} + {rope} + "
          "{rank} = {pair_absorbed} absorbed",
          values),
      words.fill(
          "one token at {context}, expanded: {tokens} x ({expansion} + {pair_expanded}) = {naive_head} a head",
          values),
      words.fill("absorbed: {expansion} + {tokens} x {pair_absorbed} = {absorbed_head} a head", values),
      words.fill("x {heads} heads x {layers} layers: {naive} and {absorbed}", values),
      words.fill(
          "of keys alone, as the lecture counts: ({nope} x {rank} + {nope}) / {rank} = {key_limit} for long "
          "contexts",
          values),
      words.fill(
          "what unpacking makes: {expanded_elements} / {entry} = {expanded_elements} / {hidden} x {hidden} / "
          "{entry} = {widened} x {narrowed} = {factor}",
          values)};
}

}  // namespace

// The lecture, section 5.2.
Expected<SectionParts> naive_absorbed_section(const PageSources& sources, const SectionRecipe& recipe) {
  const auto described = asked_model(sources, recipe, "model");
  const auto context = asked_context(sources, recipe);
  if (!described || !context) {
    return std::unexpected(!described ? described.error() : context.error());
  }
  const auto forms = latent_forms(described->model);
  if (!forms) {
    return std::unexpected(section_fault(
        sources, recipe, fmt::format("{} has other layers than latents that are read whole", described->model.id),
        "a model such as deepseek-v3"));
  }
  const Words& words = *sources.words;
  SectionParts out;
  out.values = naive_absorbed_values(described->model, *forms, *context);
  out.pictures = {{recipe.id, "", decode_chart(sources, recipe, *forms, out.values)},
                  {recipe.id + "-at-once", "", chunk_chart(sources, recipe, *forms, *context, out.values)}};
  out.tables.push_back({recipe.id, naive_absorbed_table(sources, *forms, out.values), true});
  out.arithmetic = absorbed_arithmetic(words, out.values);
  out.notes = {
      words.say("Multiply-adds alone, and a head's unit costs are what the executor counted in a run of each "
                "form. Moving bytes is often what takes the time: absorbing saves that too, since no unpacked "
                "key is written or read."),
      words.say("The lecture, section 5.2, counts keys alone; here values are unpacked as well. DeepSeek-V2, "
                "arXiv 2405.04434, section 2.1.2.")};
  return out;
}

}  // namespace kvtally
