#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "hardware/roofline.hpp"
#include "plan/fit.hpp"
#include "plan/link_traffic.hpp"

namespace kvtally {

/// What a token meets on its way through a layout: the same on every device.
struct LayoutWork {
  std::vector<StepWork> stages;  // of one device of each
  bool side_by_side = false;     // the stages work at once, and the slowest bounds them; else one after the other
  std::expected<LinkTraffic, std::vector<std::string>> sent;  // by one device of each stage, in all
  std::vector<Bytes> sent_in;  // of these, by one device of each stage; where they work side by side
  /// A prompt's first chunk in each stage that stands before another, and its last in each that stands behind one;
  /// where they work side by side.
  std::vector<StepWork> first_chunk;
  std::vector<StepWork> last_chunk;
};

/// The time of that.
struct LayoutTime {
  std::vector<StepTime> stages;
  Bytes link_bytes;                   // that one device sends
  std::optional<Seconds> link;        // nothing: left out, and a note says why
  std::optional<ByteRate> link_rate;  // that it is sent at
  Seconds total;                      // side by side: see slowest_of_pipeline
  std::vector<std::string> notes;
};

/// A decode step of `users` users at the demand's timed context, each with `drafted` tokens to verify beside its
/// own. A token passes through the stages one after the other; each works for ⌈users ÷ pp⌉ at a time, so that all
/// are busy.
LayoutWork step_work(const Layout& layout, const Model& model, const Demand& demand, std::int64_t users,
                     const WeightReading& reading, std::int64_t drafted = 0);

/// The prefill of so many prompts, dealt over the dp replicas. With more than one chunk the stages work side by
/// side. `prefill.dealing` says nothing.
LayoutWork prefill_work(const Layout& layout, const Model& model, const Prefill& prefill);

/// A prompt up to its first token on an idle replica, chunked by the demand's batched_tokens, behind the shared
/// prefix that is stored already.
LayoutWork first_token_work(const Layout& layout, const Model& model, const Demand& demand, Tokens prompt,
                            const WeightReading& reading);

/// The time of a layout's work at these rates, one of each stage. Where a link does not join all devices the
/// network between is counted at the link's rate, which it does not exceed; devices without a link of their own go
/// through their host.
LayoutTime time_of(const LayoutWork& work, const Placement& placement, const Device& device,
                   const std::vector<Rates>& rates);

/// The least time of stages that work side by side on a prompt's chunks: for some stage, whichever takes longest,
/// the first chunk's way through the stages before, all of its own work and of what it sends, and the last chunk's
/// way through the stages behind. No schedule that keeps the order of chunks is faster: a stage begins when the
/// first chunk has come to it, and after its last the others must still pass that one.
Seconds slowest_of_pipeline(const std::vector<Seconds>& first_chunk, const std::vector<Seconds>& whole,
                            const std::vector<Seconds>& last_chunk);

/// The rates of each stage. The error: no bandwidth is published.
std::expected<std::vector<Rates>, std::vector<std::string>> rates_of(const Layout& layout, const Device& device,
                                                                     bool achieved);

}  // namespace kvtally
