#include "report/strip.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "report/cycle.hpp"

namespace kvtally {

namespace {

// Entries of the 256-colour palette nearest to Okabe and Ito's.
constexpr int kOrange = 214;      // full attention
constexpr int kYellow = 227;      // latents
constexpr int kSkyBlue = 117;     // windows and chunks
constexpr int kVermillion = 173;  // sparse reading, pooled entries
constexpr int kGreen = 79;        // states
constexpr int kPurple = 182;      // everything else

}  // namespace

int colour_of(const Kind& kind) {
  switch (kind.letter) {
    case 'F': return kOrange;
    case 'L': return kYellow;
    case 'S':
    case 'K': return kSkyBlue;
    case 'X':
    case '-': return kPurple;
    default: return kind.knob == Knob::growth ? kGreen : kVermillion;
  }
}

std::vector<Segment> strip_of(std::span<const std::string> kinds, std::size_t longest) {
  std::vector<Segment> out;
  if (kinds.size() <= longest) {
    for (const std::string& id : kinds) {
      out.push_back({std::string(1, kind_of(id).letter), colour_of(kind_of(id))});
    }
    return out;
  }
  for (const LabelRun& run : runs_of(kinds)) {
    const Kind& kind = kind_of(run.label);
    if (!out.empty()) {
      out.push_back({" ", 0});
    }
    out.push_back({run.count == 1 ? std::string(1, kind.letter) : fmt::format("{}{}", kind.letter, run.count),
                   colour_of(kind)});
  }
  return out;
}

std::vector<Segment> legend_of(std::span<const std::string> ids) {
  std::vector<Segment> out;
  for (const Kind& kind : kinds()) {
    if (std::ranges::find(ids, kind.id) != ids.end()) {
      out.push_back({fmt::format("{} {} ({})", kind.letter, kind.label, kind.title), colour_of(kind)});
    }
  }
  return out;
}

std::vector<std::string> kinds_in_order(const Model& model) {
  std::vector<std::string> out;
  for (const std::size_t layer : unrolled(model.order)) {
    out.push_back(model.layers[layer].kind);
  }
  return out;
}

}  // namespace kvtally
