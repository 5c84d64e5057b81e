#include "report/curve_chart.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <set>

#include "account/solve.hpp"

namespace kvtally {

namespace {

constexpr int kAnOctave = 8;  // points of a line between a context and twice as many tokens

struct PartLine {
  Part part;
  std::string_view name;
};

constexpr std::array kPartLines{PartLine{Part::entries, "keys, values, latents"},
                                PartLine{Part::indexer, "index keys"},
                                PartLine{Part::state, "states"},
                                PartLine{Part::open, "waiting"},
                                PartLine{Part::cross, "encoder"},
                                PartLine{Part::draft, "draft layers"}};

std::set<std::size_t> layers_with(const Curve& curve, Part part) {
  std::set<std::size_t> out;
  for (const Term& term : curve.terms) {
    if (term.part == part) {
      out.insert(term.layer);
    }
  }
  return out;
}

KindFamily family_of(const Curve& curve, Part part) {
  switch (part) {
    case Part::entries: return family_of(curve.model, layers_with(curve, part));
    case Part::state: return KindFamily::state;
    case Part::draft:
    case Part::open: return KindFamily::weight;
    case Part::indexer:
    case Part::cross: break;
  }
  return KindFamily::other;
}

// A quarter of the first window, so that its growth is seen as well as its end.
std::int64_t first_context(const std::vector<Curve>& curves, const CurveView& view) {
  std::int64_t from = curves.front().contexts.front();
  for (const Curve& curve : curves) {
    from = std::min(from, curve.contexts.front());
    for (const Piece& piece : curve.pieces) {
      if (!view.from_given && piece.from > 1) {
        const auto quarter =
            std::max<std::uint64_t>(1, std::bit_floor(static_cast<std::uint64_t>(piece.from)) / 4);
        from = std::min(from, static_cast<std::int64_t>(quarter));
      }
    }
  }
  return from;
}

// So many an octave, with both ends, and the breakpoints with the contexts before them.
std::vector<std::int64_t> sampled(const Curve& curve, std::int64_t from) {
  const std::int64_t to = curve.contexts.back();
  std::set<std::int64_t> out{std::min(from, to), to};
  const double octaves = std::log2(static_cast<double>(to) / static_cast<double>(from));
  for (int i = 1; i < octaves * kAnOctave; ++i) {
    const double length = static_cast<double>(from) * std::exp2(static_cast<double>(i) / kAnOctave);
    out.insert(narrow(nearest_whole(length)).value_or(to));
  }
  for (const Piece& piece : curve.pieces) {
    for (const std::int64_t context : {piece.from - 1, piece.from}) {
      if (context > from && context <= to) {
        out.insert(context);
      }
    }
  }
  return {out.begin(), out.end()};
}

std::string slope_words(const Piece& piece) {
  return piece.slope.whole() ? print_grouped(piece.slope.floor())
                             : fmt::format("{:.3f}", piece.slope.approximate());
}

template <class Value>
Series curve_line(const Curve& curve, std::int64_t from, std::string name, KindFamily family, Value value) {
  Series out{std::move(name), family, Shape::line, {}, {}};
  for (const std::int64_t context : sampled(curve, from)) {
    out.points.push_back({static_cast<double>(context), value(context), ""});
  }
  return out;
}

void mark_bends(Series& series, const Curve& curve, std::int64_t from, auto value) {
  for (const Piece& piece : curve.pieces) {
    if (piece.from > from && piece.from <= curve.contexts.back()) {
      series.bends.push_back({static_cast<double>(piece.from), value(piece.from),
                              fmt::format("from {} tokens on {} B for each further one", print_grouped(piece.from),
                                          slope_words(piece))});
    }
  }
}

double bytes_at(const Curve& curve, std::int64_t context, Part part) {
  return static_cast<double>(tally(curve.terms, Tokens{context})[part].value);
}

// What waits for a pooled entry counts at its most: it falls to nothing at each full period, and a line through
// some contexts would show teeth that are not there. So it is what a limit is held against, too.
double total_at(const Curve& curve, std::int64_t context) {
  return static_cast<double>(reserve_of(curve.terms, Tokens{context}, 1).value);
}

bool waits(const Curve& curve) {
  return std::ranges::any_of(curve.terms, [](const Term& term) { return term.part == Part::open; });
}

// The bends belong to the entries, and to their line where there is one.
void add_lines(Chart& chart, const Curve& curve, std::int64_t from, bool parts) {
  std::vector<PartLine> kept;
  for (const PartLine& line : kPartLines) {
    const bool has = std::ranges::any_of(curve.terms, [&](const Term& term) { return term.part == line.part; });
    if (has) {
      kept.push_back(line);
    }
  }
  const auto total = [&](std::int64_t context) { return total_at(curve, context); };
  if (!parts || kept.size() < 2) {
    const KindFamily family = family_of(curve.model);
    Series series = curve_line(curve, from, curve.model.name, family, total);
    mark_bends(series, curve, from, total);
    chart.series.push_back(std::move(series));
    return;
  }
  chart.series.push_back(curve_line(curve, from, "all that is kept", KindFamily::plain, total));
  for (const PartLine& line : kept) {
    const auto value = [&](std::int64_t context) { return bytes_at(curve, context, line.part); };
    if (line.part == Part::open) {
      continue;
    }
    Series series = curve_line(curve, from, std::string(line.name), family_of(curve, line.part), value);
    if (line.part == Part::entries) {
      mark_bends(series, curve, from, value);
    }
    chart.series.push_back(std::move(series));
  }
}

std::string described(const Curve& curve, const Chart& chart, std::int64_t from) {
  const auto words = [&](std::int64_t context) {
    return fmt::format("{} at {} tokens", value_words(chart.y, total_at(curve, context)), print_grouped(context));
  };
  std::string out = fmt::format("{} keeps {}, {}.", curve.model.name, words(std::min(from, curve.contexts.back())),
                                words(curve.contexts.back()));
  for (const Piece& piece : curve.pieces) {
    if (piece.from > 0) {
      out += fmt::format(" From {} tokens on its entries grow by {} B a token.", print_grouped(piece.from),
                         slope_words(piece));
    }
  }
  return out;
}

}  // namespace

Chart chart_of(const std::vector<Curve>& curves, const CurveView& view) {
  const bool one = curves.size() == 1;
  const Curve& first = curves.front();
  const std::int64_t from = first_context(curves, view);
  Chart chart;
  chart.id = "curve";
  chart.title = one ? fmt::format("{}: bytes kept against context", first.model.name)
                    : fmt::format("Bytes kept against context: {} models", curves.size());
  chart.x = {"tokens", Scale::log2, Measure::tokens, Units::binary, true};
  chart.y = {fmt::format("bytes kept for {} {}, entries in {}", first.batch,
                         first.batch == 1 ? "request" : "requests", first.kv_dtype),
             view.units == Units::binary ? Scale::log2 : Scale::log10, Measure::bytes, view.units, false};
  chart.description = "Bytes that are kept against the tokens seen, both axes logarithmic.";
  for (const Curve& curve : curves) {
    add_lines(chart, curve, from, one);
    chart.description += ' ' + described(curve, chart, from);
  }
  if (std::ranges::any_of(curves, waits)) {
    chart.notes.emplace_back("what waits for a pooled entry is counted at its most");
  }
  if (first.limit) {
    chart.limits.push_back(
        {static_cast<double>(first.limit->device.usable.value),
         fmt::format("{}: {}", first.limit->device.device, print_bytes(first.limit->device.usable, view.units))});
    chart.description += fmt::format(" The memory of {} is {}.", first.limit->device.device,
                                     print_bytes(first.limit->device.usable, view.units));
    chart.notes.push_back(limit_words(curves, view.units));
  }
  return chart;
}

}  // namespace kvtally
