#include "verify/vectors/rope.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "verify/vectors/bound.hpp"

namespace kvtally {

namespace {

using reference::Frequencies;
using reference::Pairing;

double number_or(const Item& item, double otherwise) { return item ? item.number() : otherwise; }

Frequencies yarn_of(double base, std::int64_t channels, const Item& given) {
  reference::YarnScaling yarn{.attention_factor = {}};
  yarn.factor = given["factor"].number();
  yarn.original_length = given["original_max_position_embeddings"].number();
  yarn.beta_fast = number_or(given["beta_fast"], yarn.beta_fast);
  yarn.beta_slow = number_or(given["beta_slow"], yarn.beta_slow);
  yarn.truncate = given["truncate"] ? given["truncate"].flag() : yarn.truncate;
  yarn.mscale = number_or(given["mscale"], 0);
  yarn.mscale_all_dim = number_or(given["mscale_all_dim"], 0);
  if (given["attention_factor"]) {
    yarn.attention_factor = given["attention_factor"].number();
  }
  return reference::yarn_frequencies(base, channels, yarn);
}

Frequencies llama3_of(double base, std::int64_t channels, const Item& given) {
  return reference::llama3_frequencies(base, channels,
                                       {.factor = given["factor"].number(),
                                        .low_freq_factor = given["low_freq_factor"].number(),
                                        .high_freq_factor = given["high_freq_factor"].number(),
                                        .original_length = given["original_max_position_embeddings"].number()});
}

Pairing pairing_of(const Item& layout) {
  const std::string name = layout.text();
  if (name == "interleaved") {
    return Pairing::interleaved;
  }
  if (name == "interleaved_deinterleaved_output") {
    return Pairing::interleaved_to_half;
  }
  if (name != "half") {
    layout.refuse(fmt::format("the rotary layout '{}' isn't known", name),
                  "half, interleaved or interleaved_deinterleaved_output");
  }
  return Pairing::half;
}

// Whether the rotated channels are the head's last; the texts may go on behind the words that say it.
bool trailing_of(const Item& slice, std::int64_t channels, std::int64_t dim) {
  const std::string text = slice ? slice.text() : "whole head";
  if (text.starts_with("whole head") || text.starts_with("rope part of head")) {
    if (channels != dim) {
      slice.refuse(fmt::format("'{}', but {} of {} channels turn", text, channels, dim));
    }
    return false;
  }
  if (!text.starts_with("leading rotary_dim of head") && !text.starts_with("trailing rotary_dim of head")) {
    slice.refuse(fmt::format("the slice '{}' isn't known", text),
                 "whole head, leading rotary_dim of head, trailing rotary_dim of head or rope part of head");
  }
  return text.starts_with("trailing");
}

// The number that a file may give in two places.
double one_of(const Item& outer, const Item& inner, const std::string& name) {
  const double value = inner ? inner.number() : outer.number();
  if (outer && outer.number() != value) {
    outer.refuse(fmt::format("{} is {} here and {} in the rope_parameters", name, outer.number(), value));
  }
  return value;
}

std::string type_of(const Item& outer, const Item& inner) {
  std::string type = inner ? inner.text() : outer.text();
  if (outer && outer.text() != type) {
    outer.refuse(fmt::format("the type is '{}' here and '{}' in the rope_parameters", outer.text(), type));
  }
  return type;
}

std::int64_t channels_of(const Item& rope, std::int64_t dim) {
  const std::int64_t channels = rope["rotary_dim"].size();
  if (channels % 2 != 0 || channels > dim) {
    rope["rotary_dim"].refuse(fmt::format("{} channels of {} can't turn in pairs", channels, dim));
  }
  const Item factor = rope["rope_parameters"]["partial_rotary_factor"];
  if (factor && std::trunc(static_cast<double>(dim) * factor.number()) != static_cast<double>(channels)) {
    factor.refuse(fmt::format("partial_rotary_factor times {} is not the rotary_dim {}", dim, channels));
  }
  return channels;
}

// Frequencies differ by orders of magnitude, so each is compared as a ratio.
void compare_frequencies(const Item& rope, const Frequencies& ours, Checks& checks) {
  const reference::Tensor recorded = rope["inv_freq"].tensor({static_cast<std::int64_t>(ours.radians.size())});
  double largest = 0;
  for (std::size_t i = 0; i < ours.radians.size(); ++i) {
    const double ratio = static_cast<double>(ours.radians[i]) / static_cast<double>(recorded.values()[i]);
    largest = std::max(largest, std::isnan(ratio) ? HUGE_VAL : std::abs(ratio - 1));
  }
  checks.within("rope.inv_freq", largest, kVectorBound);
  checks.within("rope.attention_scaling",
                std::abs(rope["attention_scaling"].number() - static_cast<double>(ours.scaling)), kVectorBound);
}

}  // namespace

Frequencies frequencies_of(const std::string& type, double base, std::int64_t channels, const Item& given) {
  if (type == "linear") {
    return reference::linear_frequencies(base, channels, given["factor"].number());
  }
  if (type == "llama3") {
    return llama3_of(base, channels, given);
  }
  if (type == "yarn") {
    return yarn_of(base, channels, given);
  }
  if (type != "default") {
    given.refuse(fmt::format("the rope type '{}' isn't known", type), "default, linear, llama3 or yarn");
  }
  return reference::plain_frequencies(base, channels);
}

reference::Rotary rotary_of(const Item& rope, std::int64_t dim, Checks& checks, bool scaled) {
  const Item given = rope["rope_parameters"];
  const std::int64_t channels = channels_of(rope, dim);
  reference::Rotary rotary;
  rotary.pairing = pairing_of(rope["layout"]);
  rotary.trailing = trailing_of(rope["position_of_slice"], channels, dim);
  rotary.frequencies =
      frequencies_of(type_of(rope["type"], given["rope_type"]),
                     one_of(rope["base"], given["rope_theta"], "the base"), 2 * (channels / 2), given);
  rotary.frequencies.scaling = scaled ? rotary.frequencies.scaling : 1;
  compare_frequencies(rope, rotary.frequencies, checks);
  return rotary;
}

}  // namespace kvtally
