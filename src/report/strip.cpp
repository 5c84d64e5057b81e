#include "report/strip.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "report/cycle.hpp"
#include "report/kind_family.hpp"

namespace kvtally {

int colour_of(const Kind& kind) { return colours_of(family_of(kind)).terminal; }

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

std::string painted(const Segment& segment, bool colour) {
  return colour && segment.colour != 0
             ? fmt::format("\x1b[48;5;{};38;5;16m{}\x1b[0m", segment.colour, segment.text)
             : segment.text;
}

std::vector<std::string> strip_lines(std::span<const std::string> kinds, const Look& look) {
  std::vector<std::string> out;
  while (!kinds.empty()) {
    const auto line = kinds.first(std::min(kinds.size(), std::max<std::size_t>(look.width, 1)));
    std::string text;
    for (const LabelRun& run : runs_of(line)) {
      const Kind& kind = kind_of(run.label);
      text +=
          painted({std::string(static_cast<std::size_t>(run.count), kind.letter), colour_of(kind)}, look.colour);
    }
    out.push_back(std::move(text));
    kinds = kinds.subspan(line.size());
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
