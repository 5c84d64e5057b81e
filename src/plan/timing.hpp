#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "hardware/roofline.hpp"
#include "plan/fit.hpp"

namespace kvtally {

/// The time of a step over all devices that a token passes through.
struct LayoutTime {
  std::vector<StepTime> stages;  // one device of each
  Bytes link_bytes;              // that one device sends
  std::optional<Seconds> link;   // nothing: no rate of the link is published, so that it is left out
  Seconds total;
  std::vector<std::string> notes;  // what was taken for the link, and what the bound leaves out
};

/// What the times of a layout are formed with.
struct TimingQuestion {
  WeightReading reading;
  bool achieved = false;
  std::int64_t drafted = 0;  // tokens that a step verifies beside its own
};

/// A decode step of `users` users at the demand's timed context. A token passes through the stages one after the
/// other; each works for ⌈users ÷ pp⌉ at a time, so that all are busy. Over a link that the domain of the devices
/// does not span, the link's own rate is taken, which no network exceeds. The errors are those of rates_of.
std::expected<LayoutTime, std::vector<std::string>> step_time(const Layout& layout, const Model& model,
                                                              const Device& device, const Demand& demand,
                                                              std::int64_t users, const TimingQuestion& question);

/// The time from a prompt to its first token on an idle replica, chunked by the demand's batched_tokens. With more
/// than one chunk the stages work side by side, so that the slowest alone bounds it; else they follow each other.
std::expected<LayoutTime, std::vector<std::string>> first_token_time(const Layout& layout, const Model& model,
                                                                     const Device& device, const Demand& demand,
                                                                     Tokens prompt,
                                                                     const TimingQuestion& question);

}  // namespace kvtally
