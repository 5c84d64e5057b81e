#pragma once

#include <span>
#include <string_view>

namespace kvtally {

/// What the lecture's three knobs are: bytes of a kept position, which positions are kept or read, and whether
/// anything grows at all.
enum class Knob : unsigned char { none, entry, positions, growth };

/// A named kind of layer. Presets build it, reports label it; the account never asks for it.
struct Kind {
  std::string_view id;
  std::string_view label;  // in strips and tables
  char letter;             // one a layer in a narrow strip
  Knob knob;
  std::string_view title;
};

/// Every kind that a preset can give, in the order of the legend.
std::span<const Kind> kinds();

/// The kind of that id, which a preset gave.
const Kind& kind_of(std::string_view id);

}  // namespace kvtally
