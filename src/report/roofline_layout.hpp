#pragma once

#include <expected>
#include <string>
#include <vector>

#include "report/roofline.hpp"

/// The times of a model that is laid over several devices.
namespace kvtally {

/// One way of what a device sends: "all-reduce", "all-to-all", "stages", "context"; those without bytes are left
/// out.
struct Sent {
  std::string name;
  Bytes bytes;
};
std::vector<Sent> sent_by(const LinkTraffic& traffic);

/// The stages of a layout, equal neighbours together.
std::vector<StageGroup> stage_groups(const Layout& layout, const LayoutTime& decode,
                                     const std::optional<LayoutTime>& prefill);

/// The stages that a token passes as one step: parts of one name and kind summed, what is sent behind them. The
/// total is the layout's; overlapped: all that one device of each stage does against all that it sends.
StepTime merged(const LayoutTime& time, const LinkTraffic& sent);

/// "TP 8, PP 2: every figure is of one device; each works for 4 of the 8 requests at a time".
std::string placement_line(const Roofline& roofline);
/// "stages 1-3, each 15 layers", "stage 4, 16 layers".
std::string stage_title(const StageGroup& stage);
/// A step's parts for a terminal: the device's own, then what it sends, and the totals.
Table parts_table(const StepTime& step, Units units);
/// A step of a pipeline, a row for its stages and what they send. `step` is the merged one.
Table stages_table(const Roofline& roofline, const StepTime& step, bool prefill, Units units);

/// Fills decode, prefill, sweep, drafts and what such devices reach for `out.question.placement`, and adds what
/// was assumed. The errors are those of stages_of, and a bandwidth that is not published.
std::expected<void, std::vector<std::string>> lay_over_devices(Roofline& out, const WeightLoad& weights,
                                                               const RooflineDevice& on);

}  // namespace kvtally
