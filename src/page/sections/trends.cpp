#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

#include "core/parse.hpp"
#include "page/sections/asked.hpp"
#include "page/sections/rounded.hpp"
#include "page/sections/sections_list.hpp"
#include "page/sections/trend.hpp"

namespace kvtally {

namespace {

// The lecture's bound: below it a small cache says that the model is small.
constexpr std::int64_t kLarge = 100'000'000'000;

// What the rows give, and who is not drawn, by the reason.
struct Drawn {
  std::vector<TrendPoint> contexts;
  std::vector<TrendPoint> kv;
  std::vector<std::string> unlimited;      // no maximum context, or none published
  std::vector<std::string> nothing;        // no keys and values at all
  std::vector<std::string> without_total;  // no total number of parameters published
  std::int64_t small = 0;
};

Expected<Drawn> drawn_of(const PageSources& sources) {
  Drawn out;
  for (const ModelRow& row : sources.table->rows) {
    const auto described = sources.describe(row.id);
    if (!described) {
      return std::unexpected(described.error());
    }
    TrendPoint point{&row, family_of(described->model), 0};
    if (row.max_context) {
      point.value = *row.max_context;
      out.contexts.push_back(point);
    } else {
      out.unlimited.push_back(row.name);
    }
    point.value = row.kv.value;
    if (point.value == 0) {
      out.nothing.push_back(row.name);
    } else if (!row.parameters.total) {
      out.without_total.push_back(row.name);
    } else if (*row.parameters.total < kLarge) {
      ++out.small;
    } else {
      out.kv.push_back(point);
    }
  }
  return out;
}

void name_left_out(SectionParts& out, const Words& words, std::string_view text,
                   const std::vector<std::string>& models) {
  if (!models.empty()) {
    out.notes.push_back(words.fill(text, {{"models", fmt::format("{}", fmt::join(models, ", "))}}));
  }
}

std::string context_words(const ModelRow& row) {
  return row.max_context ? print_tokens(Tokens{*row.max_context}) : row.context;
}

// The two ratios, both between the two ends of the second picture.
void compare_ends(SectionParts& out, const TrendPoint& first, const TrendPoint& last, const PageSources& sources) {
  const Words& words = *sources.words;
  const auto bytes = [&](const TrendPoint& point) { return print_bytes(point.row->kv, sources.request.units); };
  Values& values = out.values;
  values["first"] = first.row->name;
  values["last"] = last.row->name;
  values["first_month"] = first.row->released;
  values["last_month"] = last.row->released;
  values["first_context"] = context_words(*first.row);
  values["last_context"] = context_words(*last.row);
  values["first_kv"] = bytes(first);
  values["last_kv"] = bytes(last);
  values["kv_times"] = rounded_times(first.value, last.value);
  values["context_times"] = "-";
  if (first.row->max_context && last.row->max_context) {
    values["context_times"] = rounded_times(*last.row->max_context, *first.row->max_context);
    out.arithmetic.push_back(words.fill("Context: {last} {long} tokens / {first} {short} tokens = {times}",
                                        {{"last", last.row->name},
                                         {"long", print_grouped(*last.row->max_context)},
                                         {"first", first.row->name},
                                         {"short", print_grouped(*first.row->max_context)},
                                         {"times", values["context_times"]}}));
  }
  const double exact = static_cast<double>(first.value) / static_cast<double>(last.value);
  out.arithmetic.push_back(words.fill("KV at {context}: {first} {large} bytes / {last} {small} bytes = {times}",
                                      {{"context", values["context"]},
                                       {"first", first.row->name},
                                       {"large", print_grouped(first.value)},
                                       {"last", last.row->name},
                                       {"small", print_grouped(last.value)},
                                       {"times", fmt::format("{:.2f}", exact)}}));
  if (!first.row->caveat.empty()) {
    out.notes.push_back(fmt::format("{}: {}", first.row->name, words.name(first.row->caveat)));
  }
}

Trend context_trend(const SectionRecipe& recipe, std::vector<TrendPoint> points, const Words& words) {
  return {
      recipe.id + "-context",
      words.say("Maximum context, up"),
      {words.say("tokens that the configuration declares"), Scale::log2, Measure::tokens, Units::binary, false},
      {"max_context", words.say("Maximum context")},
      true,
      with_records(std::move(points), true)};
}

Trend kv_trend(const PageSources& sources, const SectionRecipe& recipe, std::vector<TrendPoint> points,
               const Values& values) {
  const Words& words = *sources.words;
  return {recipe.id + "-kv",
          words.fill("KV at {context}, down: models of at least {large} parameters", values),
          {words.fill("bytes of keys and values at {context}, bf16", values),
           sources.request.units == Units::binary ? Scale::log2 : Scale::log10, Measure::bytes,
           sources.request.units, false},
          {"kv_bytes", words.say("KV")},
          false,
          with_records(std::move(points), false)};
}

void add_trend(SectionParts& out, const Trend& trend, const PageSources& sources) {
  out.pictures.push_back({trend.name, "", chart_of(trend, *sources.words)});
  out.tables.push_back({trend.name + "-best", table_of(trend, true, *sources.words), true});
  out.tables.push_back({trend.name, table_of(trend, false, *sources.words), false});
}

void add_trend_notes(SectionParts& out, const Drawn& drawn, const Words& words) {
  const Values& values = out.values;
  out.notes.push_back(
      words.say("The two ratios are on two scales and are not multiplied: a longer context is not a "
                "smaller cache."));
  out.notes.push_back(
      words.say("The line is the best up to each month; nothing is fitted. The context is what a "
                "model's configuration declares, which is not what it was shown to use."));
  name_left_out(out, words, "Without a maximum context, so not in the first picture: {models}.", drawn.unlimited);
  name_left_out(
      out, words,
      "{models}: no keys and values at all. 0 has no place on a logarithmic axis, so it is said here and "
      "not drawn.",
      drawn.nothing);
  name_left_out(out, words,
                "The total number of parameters is not published, so not in the second picture: {models}.",
                drawn.without_total);
  out.notes.push_back(
      words.fill("Models below {large} parameters ({small} of the rows) are not in the second "
                 "picture: theirs is small since they are.",
                 values));
  out.notes.push_back(words.say("The lecture, section 0 (the two trends)."));
}

}  // namespace

// The lecture, section 0: the two trends below the road map, and the 512 and 846 times of its notes.
Expected<SectionParts> trends_section(const PageSources& sources, const SectionRecipe& recipe) {
  if (sources.table == nullptr) {
    return std::unexpected(section_fault(sources, recipe, "the report has no rows to draw", "rows"));
  }
  auto drawn = drawn_of(sources);
  if (!drawn) {
    return std::unexpected(drawn.error());
  }
  const Words& words = *sources.words;
  SectionParts out;
  out.values = {{"context", print_tokens(sources.table->context)},
                {"large", print_parameters(kLarge)},
                {"small", fmt::format("{}", drawn->small)},
                {"rows", fmt::format("{}", sources.table->rows.size())}};
  const Trend contexts = context_trend(recipe, std::move(drawn->contexts), words);
  const Trend kv = kv_trend(sources, recipe, std::move(drawn->kv), out.values);
  const TrendPoint* longest = last_record(contexts);
  const TrendPoint* smallest = last_record(kv);
  if (longest == nullptr || smallest == nullptr) {
    return std::unexpected(section_fault(sources, recipe, "the rows have no month, or nothing that can be drawn",
                                         "models with a month, a maximum context and parameters"));
  }
  out.values["longest"] = context_words(*longest->row);
  out.values["longest_model"] = longest->row->name;
  out.values["longest_month"] = longest->row->released;
  compare_ends(out, *first_record(kv), *smallest, sources);
  add_trend(out, contexts, sources);
  add_trend(out, kv, sources);
  add_trend_notes(out, *drawn, words);
  return out;
}

}  // namespace kvtally
