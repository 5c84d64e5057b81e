#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hardware/roofline.hpp"

/// How a cache's bytes are read, beside how many they are.
namespace kvtally {

/// Entries that are chosen lie apart: a step of one request reads `pieces` pieces of `entries` entries each, in
/// each of `layers` layers. Small pieces do not reach the bandwidth of long ones.
struct ScatteredRead {
  std::string kind;
  std::int64_t layers = 1;
  Wide pieces = 0;
  std::int64_t entries = 1;  // in a piece: 1 of top-k, a block's of chosen blocks
  Bytes entry;
  friend bool operator==(const ScatteredRead&, const ScatteredRead&) = default;
};
std::vector<ScatteredRead> scattered_reads(const Model& model, Tokens context);

/// The bytes that a decode step moves for its caches when a kernel first expands narrow entries to bf16 and then
/// reads these: what is stored, and each narrow element written and read once more in 2 bytes. Nothing where no
/// entry is narrower than 16 bits.
std::optional<Bytes> read_through_temporary(const Model& model, const DecodeStep& step);

}  // namespace kvtally
