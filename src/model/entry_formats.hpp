#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/adapt.hpp"

namespace kvtally {

/// What is wrong with the words of formats, as sentences.
struct FormatFault {
  std::string what;
  std::string expected;  // may be empty
};

/// Formats of entries as they are written in one line.
struct EntryFormats {
  std::optional<KeyValueFormats> all;
  std::vector<std::pair<std::string, KeyValueFormats>> of;  // by layer tag or kind
  std::vector<FormatFault> faults;
};

/// FORMAT for keys and values alike or KEY:VALUE, and LAYERTYPE=FORMAT for single layer types, separated by
/// commas: "q8_0:q4_0", "sliding_attention=bf16,full_attention=fp8".
EntryFormats parse_entry_formats(std::string_view text);

}  // namespace kvtally
