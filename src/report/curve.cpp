#include "report/curve.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "account/solve.hpp"
#include "model/limits.hpp"

namespace kvtally {

namespace {

bool fits_64_bits(Wide value) { return narrow(value).has_value(); }

bool fits_64_bits(const Fraction<Bytes>& fraction) {
  return fits_64_bits(fraction.numerator.value) && fits_64_bits(fraction.denominator);
}

constexpr std::int64_t kFirst = 1024;  // where the doubling contexts begin

Problems range_fault(const Model& model, std::string_view what, std::string expected) {
  return {{"", {}, fmt::format("{}: {}", model.id, what), std::move(expected), "", ""}};
}

struct BytesColumn {
  std::string_view key;
  std::string_view title;
  Bytes bytes;
};

// kv to total are the columns that were promised first; what total also holds stands behind them.
std::vector<BytesColumn> bytes_in_order(const Tally& kept) {
  return {{"kv_bytes", "KV", kept[Part::entries]},
          {"indexer_bytes", "Index keys", kept[Part::indexer]},
          {"state_bytes", "States", kept[Part::state]},
          {"open_bytes", "Waiting", kept[Part::open]},
          {"total_bytes", "Total", kept.total()},
          {"cross_bytes", "Encoder", kept[Part::cross]},
          {"draft_bytes", "Draft layers", kept[Part::draft]}};
}

}  // namespace

Expected<ContextRange> range_of(const Model& model, const AskedRange& asked) {
  if (!asked.to && !model.max_position_embeddings) {
    return std::unexpected(range_fault(
        model,
        model.unlimited_context ? "its context has no limit of its own" : "its maximum context is not published",
        "the last context (--to 128K)"));
  }
  ContextRange out;
  out.to = asked.to ? static_cast<std::int64_t>(asked.to->value) : *model.max_position_embeddings;
  out.from = asked.from ? static_cast<std::int64_t>(asked.from->value) : out.to < kFirst ? 1 : kFirst;
  out.points = asked.points;
  if (out.from > out.to) {
    return std::unexpected(range_fault(model,
                                       fmt::format("--from {} is behind its maximum context {}", out.from, out.to),
                                       "an earlier context, or a later --to"));
  }
  return out;
}

std::vector<std::int64_t> contexts_of(const ContextRange& range, const std::vector<Piece>& pieces) {
  std::set<std::int64_t> out{range.from, range.to};
  if (range.points) {
    for (std::int64_t i = 1; i + 1 < *range.points; ++i) {
      const Wide offset = Wide{range.to - range.from} * i / (*range.points - 1);
      out.insert(range.from + static_cast<std::int64_t>(offset));
    }
  } else {
    for (std::int64_t context = range.from; context < range.to; context *= 2) {
      out.insert(context);
    }
  }
  for (const Piece& piece : pieces) {
    if (piece.from >= range.from && piece.from <= range.to) {
      out.insert(piece.from);
    }
  }
  return {out.begin(), out.end()};
}

Curve curve_of(Model model, std::string kv_dtype, std::int64_t batch, bool drafting, const ContextRange& range) {
  Curve curve;
  curve.terms = terms_of(model, drafting);
  for (Term& term : curve.terms) {
    term.bytes = term.bytes * batch;
  }
  std::vector<Term> entries;
  std::ranges::copy_if(curve.terms, std::back_inserter(entries),
                       [](const Term& term) { return term.part == Part::entries; });
  curve.pieces = pieces_of(entries);
  curve.contexts = contexts_of(range, curve.pieces);
  curve.model = std::move(model);
  curve.kv_dtype = std::move(kv_dtype);
  curve.batch = batch;
  return curve;
}

CurveLimit limit_of(const Curve& curve, ComparedDevice device) {
  const auto longest = longest_context(curve.terms, 1, device.usable, Tokens{limits::kTokens});
  return {std::move(device), longest};
}

std::string limit_words(const std::vector<Curve>& curves, Units units) {
  const ComparedDevice& device = curves.front().limit->device;
  std::string out =
      fmt::format("in the {} of {}, weights not counted, fit", print_bytes(device.usable, units), device.device);
  std::string_view separator = ": ";
  for (const Curve& curve : curves) {
    const std::optional<Tokens>& longest = curve.limit->longest;
    out += fmt::format("{}{} {}", separator, curve.model.name,
                       !longest                            ? "not even one token"
                       : longest->value == limits::kTokens ? "any context"
                                                           : print_grouped(longest->value) + " tokens");
    separator = "; ";
  }
  return out;
}

bool printable(const Curve& curve) {
  const auto term_fits = [&](const Term& term) {
    return fits_64_bits(term.bytes.value) && fits_64_bits(value_at(term, Tokens{curve.contexts.back()}).value);
  };
  const auto piece_fits = [](const Piece& piece) {
    return fits_64_bits(piece.slope) && fits_64_bits(piece.constant) && fits_64_bits(piece.step);
  };
  Bytes reserve;
  for (const Term& term : curve.terms) {
    reserve += reserve_at(term, Tokens{curve.contexts.back()});
  }
  return fits_64_bits(reserve.value) && std::ranges::all_of(curve.terms, term_fits) &&
         std::ranges::all_of(curve.pieces, piece_fits);
}

Table table_of(const std::vector<Curve>& curves, Units units) {
  Table table;
  table.columns = {{"model", "Model", Align::left, kEverywhere, false},
                   {"context", "Context", Align::right, kEverywhere, false}};
  for (const BytesColumn& column : bytes_in_order({})) {
    table.columns.push_back(
        {std::string(column.key), std::string(column.title), Align::right, kEverywhere, false});
  }
  for (const Curve& curve : curves) {
    for (const std::int64_t context : curve.contexts) {
      std::vector<Cell> row{{curve.model.id, "", {}, {}},
                            {print_grouped(context), fmt::format("{}", context), {}, {}}};
      for (const BytesColumn& column : bytes_in_order(tally(curve.terms, Tokens{context}))) {
        row.push_back({print_bytes(column.bytes, units), fmt::format("{}", column.bytes.value), {}, {}});
      }
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

}  // namespace kvtally
