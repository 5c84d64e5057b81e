#include "report/lane_layout.hpp"

#include <algorithm>

#include "report/svg_frame.hpp"

namespace kvtally {

namespace {

constexpr double kBold = 1.1;  // of the width of plain letters
constexpr double kBetweenTexts = 14;

struct Span {
  double from;
  double to;
};

bool free_in(const std::vector<Span>& taken, const Span& wanted) {
  return std::ranges::none_of(taken, [&](const Span& one) {
    return wanted.from < one.to + kBetweenTexts && one.from < wanted.to + kBetweenTexts;
  });
}

Span span_of(double x, double width, bool before) {
  return before ? Span{x - kBesideMark - width, x + kBesideMark} : Span{x - kBesideMark, x + kBesideMark + width};
}

}  // namespace

double LaneScale::at(int month) const { return left + (right - left) * (month - first) / (last - first); }

LaneScale scale_of(const LaneChart& chart, double left, double right) {
  LaneScale out{0, 0, left, right};
  bool any = false;
  for (const Lane& lane : chart.lanes) {
    for (const LaneMark& mark : lane.marks) {
      out.first = any ? std::min(out.first, mark.month) : mark.month;
      out.last = any ? std::max(out.last, mark.month) : mark.month;
      any = true;
    }
  }
  out.first -= out.first % 12;
  out.last = std::max(out.last + 2, out.first + 12);
  return out;
}

double small_text_width(std::string_view text) { return svg_text_width(text) * 11 / 12; }

double text_width(const LaneMark& mark) {
  return small_text_width(mark.name) +
         (mark.fresh.empty() ? 0 : small_text_width("  ") + kBold * small_text_width(mark.fresh));
}

std::vector<PlacedMark> place(const Lane& lane, const LaneScale& scale) {
  std::vector<PlacedMark> out;
  std::vector<std::vector<Span>> rows;
  for (const LaneMark& mark : lane.marks) {
    const double x = scale.at(mark.month);
    const double width = text_width(mark);
    const auto fits = [&](std::size_t row, bool before) {
      const Span span = span_of(x, width, before);
      return span.from >= scale.left && span.to <= scale.right && free_in(rows[row], span);
    };
    PlacedMark placed{x, rows.size(), span_of(x, width, false).to > scale.right};
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (fits(row, false) || fits(row, true)) {
        placed = {x, row, !fits(row, false)};
        break;
      }
    }
    if (placed.row == rows.size()) {
      rows.emplace_back();
    }
    rows[placed.row].push_back(span_of(x, width, placed.before));
    out.push_back(placed);
  }
  return out;
}

}  // namespace kvtally
