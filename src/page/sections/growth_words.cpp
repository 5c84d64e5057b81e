#include "page/sections/growth_words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "account/solve.hpp"
#include "model/limits.hpp"

namespace kvtally {

namespace {

// The piece that begins where a bend is marked.
std::string bend_words(const Curve& curve, double from, const Words& words) {
  for (const Piece& piece : curve.pieces) {
    if (static_cast<double>(piece.from) == from) {
      return words.fill("from {tokens} tokens on {bytes} B for each further one",
                        {{"tokens", print_grouped(piece.from)}, {"bytes", growth_words(piece.slope)}});
    }
  }
  return "";
}

std::string described_curve(const Curve& curve, std::int64_t from, const Words& words, Units units) {
  const auto bytes = [&](std::int64_t context) {
    return print_bytes(reserve_of(curve.terms, Tokens{context}, 1), units);
  };
  const std::int64_t to = curve.contexts.back();
  std::string out =
      words.fill("{model} keeps {first} at {from} tokens, {last} at {to} tokens.", {{"model", curve.model.name},
                                                                                    {"first", bytes(from)},
                                                                                    {"from", print_grouped(from)},
                                                                                    {"last", bytes(to)},
                                                                                    {"to", print_grouped(to)}});
  for (const Piece& piece : curve.pieces) {
    if (piece.from > 1) {
      out += ' ' + words.fill("From {tokens} tokens on its entries grow by {bytes} B a token.",
                              {{"tokens", print_grouped(piece.from)}, {"bytes", growth_words(piece.slope)}});
    }
  }
  return out;
}

std::string limit_note(const std::vector<Curve>& curves, const Words& words, Units units) {
  const ComparedDevice& device = curves.front().limit->device;
  std::vector<std::string> reached;
  for (const Curve& curve : curves) {
    reached.push_back(
        words.fill("{model} {reach}", {{"model", curve.model.name}, {"reach", reach_words(curve, words)}}));
  }
  return words.fill("Tokens that fit into the {usable} of {device}, weights not counted: {reached}",
                    {{"usable", print_bytes(device.usable, units)},
                     {"device", device.device},
                     {"reached", fmt::format("{}", fmt::join(reached, "; "))}});
}

bool waits(const Curve& curve) {
  return std::ranges::any_of(curve.terms, [](const Term& term) { return term.part == Part::open; });
}

bool has_entries(const Curve& curve) {
  return std::ranges::any_of(curve.terms, [](const Term& term) { return term.part == Part::entries; });
}

Fraction<Bytes> line_at(const Piece& piece, Tokens context) {
  return piece.constant + Fraction<Bytes>{piece.slope.numerator * context.value, piece.slope.denominator};
}

// "constant + slope x S = bytes", and what is short of it where an entry waits for its last tokens.
std::string evaluated(const Curve& curve, const Piece& piece, Tokens context, const Words& words, Units units) {
  const Bytes kept = tally(curve.terms, context)[Part::entries];
  const Fraction<Bytes> line = line_at(piece, context);
  Values values{{"model", curve.model.name},
                {"from", print_grouped(piece.from)},
                {"constant", growth_words(piece.constant)},
                {"slope", growth_words(piece.slope)},
                {"context", print_grouped(context.value)},
                {"line", growth_words(line)},
                {"bytes", print_grouped(kept.value)},
                {"size", print_bytes(kept, units)}};
  return line == Fraction<Bytes>{kept, 1}
             ? words.fill("{model}: {constant} + {slope} x {context} = {bytes} bytes = {size}", values)
             : words.fill(
                   "{model}: {constant} + {slope} x {context} = {line} bytes at most; entries that are not "
                   "complete yet are short of it, so {bytes} bytes = {size}",
                   values);
}

// What is kept beside the entries, and the sum.
std::string sum_words(const Curve& curve, Tokens context, const Words& words, Units units) {
  const Tally kept = tally(curve.terms, context);
  std::vector<std::string> sum;
  if (kept[Part::entries].value > 0) {
    sum.push_back(print_grouped(kept[Part::entries].value));
  }
  for (const auto& [part, name] : {std::pair{Part::indexer, "index keys"},
                                   {Part::state, "states"},
                                   {Part::open, "waiting"},
                                   {Part::cross, "encoder"}}) {
    if (kept[part].value > 0) {
      sum.push_back(fmt::format("{} ({})", print_grouped(kept[part].value), words.say(name)));
    }
  }
  return words.fill("{model}, all that is kept: {sum} = {bytes} bytes = {size}",
                    {{"model", curve.model.name},
                     {"sum", fmt::format("{}", fmt::join(sum, " + "))},
                     {"bytes", print_grouped(kept.total().value)},
                     {"size", print_bytes(kept.total(), units)}});
}

}  // namespace

std::string reach_words(const Curve& curve, const Words& words) {
  const std::optional<Tokens>& longest = curve.limit->longest;
  return !longest                            ? words.say("not even one")
         : longest->value == limits::kTokens ? words.say("any number")
                                             : print_grouped(longest->value);
}

std::string growth_words(const Fraction<Bytes>& bytes) {
  return bytes.whole() ? print_grouped(bytes.floor()) : fmt::format("{:.3f}", bytes.approximate());
}

void say_in_words(Chart& chart, const std::vector<Curve>& curves, const Words& words, Units units) {
  const bool one = curves.size() == 1;
  const Curve& first = curves.front();
  chart.title = one ? words.fill("{model}: bytes kept against context", {{"model", first.model.name}})
                    : words.fill("Bytes kept against context: {models} models",
                                 {{"models", fmt::format("{}", curves.size())}});
  chart.x.title = words.say("tokens");
  chart.y.title = words.say("bytes kept for 1 request, entries in bf16");
  chart.at = words.say(" with a context of ");
  chart.description = words.say("Bytes that are kept against the tokens seen, both axes logarithmic.");
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const auto from = static_cast<std::int64_t>(chart.series.at(one ? 0 : i).points.front().x);
    chart.description += ' ' + described_curve(curves[i], from, words, units);
  }
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    Series& series = chart.series[i];
    // Of one model the lines are its parts, and the first of several is their sum (report/curve_chart.cpp).
    if (one && chart.series.size() > 1) {
      series.name = words.say(i == 0 ? "the sum of all that is kept" : std::string_view(series.name));
    }
    for (ChartPoint& bend : series.bends) {
      bend.name = bend_words(curves[one ? 0 : i], bend.x, words);
    }
  }
  const ComparedDevice& device = first.limit->device;
  chart.description +=
      ' ' + words.fill("The memory of {device} is {usable}.",
                       {{"device", device.device}, {"usable", print_bytes(device.usable, units)}});
  chart.notes = {limit_note(curves, words, units)};
  if (std::ranges::any_of(curves, waits)) {
    chart.notes.insert(chart.notes.begin(), words.say("What waits for a pooled entry is counted at its most."));
  }
}

std::vector<std::string> growth_arithmetic(const std::vector<Curve>& curves, Tokens context, const Words& words,
                                           Units units) {
  std::vector<std::string> out;
  for (const Curve& curve : curves) {
    for (const Piece& piece : curve.pieces) {
      if (has_entries(curve) && (piece.from > 1 || curve.pieces.size() == 1 || piece.slope.numerator.value > 0)) {
        out.push_back(words.fill("{model}, S from {from} on: {constant} + {slope} x S bytes",
                                 {{"model", curve.model.name},
                                  {"from", print_grouped(std::max<std::int64_t>(piece.from, 1))},
                                  {"constant", growth_words(piece.constant)},
                                  {"slope", growth_words(piece.slope)}}));
      }
    }
    const Tally kept = tally(curve.terms, context);
    if (has_entries(curve)) {
      out.push_back(evaluated(curve, piece_at(curve.pieces, context), context, words, units));
    }
    if (kept.total() != kept[Part::entries]) {
      out.push_back(sum_words(curve, context, words, units));
    }
  }
  return out;
}

std::vector<std::string> growth_notes(const std::vector<Curve>& curves, const Words& words) {
  std::vector<std::string> out{words.say(
      "Each line is all that is kept for one request: keys, values, latents and pooled entries, index "
      "keys, states, and what waits for a pooled entry at its most. A ring marks where a straight piece of "
      "the entries begins: a full window bends the line, a state is flat.")};
  std::vector<std::string> short_ones;
  for (const Curve& curve : curves) {
    const auto own = curve.model.max_position_embeddings;
    if (own && *own < curve.contexts.back()) {
      short_ones.push_back(fmt::format("{} ({})", curve.model.name, print_tokens(Tokens{*own})));
    }
  }
  if (!short_ones.empty()) {
    out.push_back(
        words.fill("Beyond its own maximum context a model's line is what its shape would need there: {models}.",
                   {{"models", fmt::format("{}", fmt::join(short_ones, ", "))}}));
  }
  return out;
}

}  // namespace kvtally
