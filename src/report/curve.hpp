#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "account/pieces.hpp"
#include "core/print.hpp"
#include "core/problem.hpp"
#include "model/model.hpp"
#include "report/compare.hpp"
#include "report/table.hpp"

namespace kvtally {

/// The contexts that figures are printed for. 1 ≤ from ≤ to.
struct ContextRange {
  std::int64_t from = 1;
  std::int64_t to = 1;
  std::optional<std::int64_t> points;  // at least 2, equally far apart; nothing: each is twice the one before
};

/// What is asked of a range; nothing: from 1K (from 1 where it ends before) to the model's maximum.
struct AskedRange {
  std::optional<Tokens> from;
  std::optional<Tokens> to;
  std::optional<std::int64_t> points;
};

/// The range for a model. The errors: no end is asked for where the model has none of its own, an end that is
/// before the start.
Expected<ContextRange> range_of(const Model& model, const AskedRange& asked);

/// How far the caches alone reach in a device's memory.
struct CurveLimit {
  ComparedDevice device;
  std::optional<Tokens> longest;  // of each request; nothing: not even one token fits, kTokens: it is never full
};

/// What `curve` says of one model: bytes against context, all requests of the batch together.
struct Curve {
  Model model;  // with the formats of the request
  std::string kv_dtype;
  std::int64_t batch = 1;
  std::vector<Term> terms;    // of everything that is kept
  std::vector<Piece> pieces;  // of kv_bytes alone: the terms that are entries
  std::vector<std::int64_t> contexts;
  std::optional<CurveLimit> limit;  // nothing: no device was asked for
  std::vector<std::string> assumptions;
};

/// The contexts of the range, both ends among them, and the starts of the pieces that lie within it; ascending.
std::vector<std::int64_t> contexts_of(const ContextRange& range, const std::vector<Piece>& pieces);

/// The curve of a model; its assumptions are the caller's. Draft layers count when they draft.
Curve curve_of(Model model, std::string kv_dtype, std::int64_t batch, bool drafting, const ContextRange& range);

/// The limit of a device for the curve: the longest context whose reserve (account/solve.hpp) is within its
/// memory.
CurveLimit limit_of(const Curve& curve, ComparedDevice device);

/// "in the 79.65 GiB of h100-sxm, weights not counted, fit: DeepSeek-V3 1,217,035 tokens": what the limits are, in
/// a sentence. Each curve has one, and all are of one device.
std::string limit_words(const std::vector<Curve>& curves, Units units);

/// Whether every number of the curve fits into 64 bits.
bool printable(const Curve& curve);

/// For a terminal: the pieces, below them the terms in words.
std::string text_of(const Curve& curve, Units units, const Look& look);

/// The same as tables, for Markdown and LaTeX.
std::vector<Table> printed_tables(const Curve& curve, Units units);

/// One row for each model and context, for CSV and the wide form.
Table table_of(const std::vector<Curve>& curves, Units units);

/// kvtally.curve/1.
std::string json_of(const std::vector<Curve>& curves);

}  // namespace kvtally
