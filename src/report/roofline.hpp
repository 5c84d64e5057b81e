#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/print.hpp"
#include "hardware/cache_reading.hpp"
#include "hardware/drafts.hpp"
#include "plan/timing.hpp"
#include "report/table.hpp"

namespace kvtally {

/// What `roofline` is asked of every model.
struct RooflineQuestion {
  DecodeStep decode;
  std::optional<Prefill> prefill;
  std::optional<Drafting> drafting;
  std::vector<std::int64_t> batches;   // of the sweep; may be empty
  std::optional<Placement> placement;  // nothing: one device holds the model
};

/// A decode step of another number of requests.
struct SweepPoint {
  std::int64_t sequences = 1;
  StepTime step;
};

/// Equal neighbouring stages of a pipeline: what one device of each does.
struct StageGroup {
  std::int64_t first = 1;  // of the stages, counted from 1
  std::int64_t last = 1;
  std::int64_t layers = 0;  // of each
  StepTime decode;
  std::optional<StepTime> prefill;
};

/// How a model is laid over devices, and what one device of each stage does.
struct RooflineLayout {
  Placement placement;
  std::int64_t at_once = 1;  // requests that a stage works for at a time
  std::vector<StageGroup> stages;
  LayoutTime decode;
  LinkTraffic sent;  // by one device, of the decode step
  std::optional<LayoutTime> prefill;
  LinkTraffic prefill_sent;
  bool side_by_side = false;  // the stages, in prefill
};

/// The times of one model on one device, or on several that it is laid over: then the steps are the sums over the
/// stages that a token passes, of one device of each, with what that sends as parts of the kind `link`.
struct Roofline {
  Model model;  // with the formats of the request
  std::string kv_dtype;
  RooflineQuestion question;
  Device device;
  Rates rates;
  std::string weights_from;  // empty: the weights are not known, and what is known is said of the caches alone
  bool tells_parts = true;   // the weights' arithmetic is known, not their bytes alone
  std::optional<RooflineLayout> layout;
  StepTime decode;
  std::optional<StepTime> prefill;
  std::optional<PassArithmetic> pass;      // over the prompt, where the weights are known
  std::optional<StepTime> reached_decode;  // with what such devices reach
  std::vector<std::string> reached_by;     // how far that is
  std::optional<DraftedStep> drafted;
  std::vector<SweepPoint> sweep;
  std::optional<Bytes> weights_read;  // of the decode step; nothing where they are not known
  std::optional<Tokens> crossover;    // nothing: the cache's read never overtakes the weights'
  std::vector<ScatteredRead> scattered;
  std::optional<Bytes> temporary;  // read_through_temporary
  std::vector<std::string> assumptions;
};

/// The device that times are formed with.
struct RooflineDevice {
  Device device;
  bool achieved = false;  // with what it reaches instead of its peaks
};

/// The report of a model whose weights are `weights` (empty: not known); assumptions of the model are the
/// caller's, those of weights and rates are added. The errors: a rate that is not published; a placement that does
/// not divide the model.
std::expected<Roofline, std::vector<std::string>> roofline_of(Model model, const WeightLoad& weights,
                                                              const RooflineDevice& on,
                                                              const RooflineQuestion& question);

/// Whether every number of the report fits into 64 bits.
bool printable(const Roofline& roofline);

/// For a terminal.
std::string text_of(const Roofline& roofline, Units units, const Look& look);

/// One row a part, of decode and prefill; with a sweep one row a batch instead. For Markdown, CSV and the wide
/// form.
Table table_of(const std::vector<Roofline>& rooflines, Units units);

/// kvtally.roofline/1. All are on one device; at least one.
std::string json_of(const std::vector<Roofline>& rooflines);

/// "memory", "compute", "link".
std::string_view name_of(Bound bound);

}  // namespace kvtally
