#include "engine/llama_cpp/cells.hpp"

#include <algorithm>

namespace kvtally::llama_cpp {

namespace {

constexpr std::int64_t kPadding = 256;
constexpr std::int64_t kPaddingWithoutFlash = 32;  // of older builds

std::int64_t padding_of(const Settings& settings) {
  switch (settings.version) {
    case Version::v0_5_0:
    case Version::b10256: return kPadding;
    case Version::b1500: return 1;
    case Version::b5500:
    case Version::b4600:
    case Version::ik: break;
  }
  return settings.flash ? kPadding : kPaddingWithoutFlash;
}

}  // namespace

std::int64_t padded(std::int64_t value, std::int64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

ContextSizes context_sizes(const Settings& settings) {
  ContextSizes out;
  out.padding = padding_of(settings);
  const auto asked = static_cast<std::int64_t>(settings.context.value);
  out.context = padded(asked, out.padding);
  out.sequence = out.context;
  if (!settings.unified) {
    out.sequence = padded(out.context / settings.sequences, out.padding);
    out.context = out.sequence * settings.sequences;
    out.streams = settings.sequences;
  }
  out.cells = out.sequence;
  out.ubatch = std::min(settings.ubatch, out.context);
  return out;
}

std::int64_t sliding_cells(const Settings& settings, const ContextSizes& sizes, std::int64_t window) {
  if (settings.swa_full) {
    return sizes.cells;
  }
  const std::int64_t room = settings.version == Version::b5500 ? settings.batch : sizes.ubatch;
  const Wide wanted = Wide{window} * (settings.unified ? settings.sequences : 1) + room;
  return padded(static_cast<std::int64_t>(std::min<Wide>(sizes.cells, wanted)), sizes.padding);
}

std::int64_t state_rows(const Settings& settings) { return settings.sequences * (1 + settings.rollback); }

}  // namespace kvtally::llama_cpp
