#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "report/lane_layout.hpp"
#include "report/svg_frame.hpp"
#include "report/xml_text.hpp"

namespace kvtally {

namespace {

constexpr double kLaneChartWidth = 1000;
constexpr double kLanesLeft = 24;
constexpr double kLanesRight = kLaneChartWidth - 16;
constexpr double kLanesTop = 62;  // of the first lane, below the title and the years
constexpr double kLaneRow = 18;
constexpr double kLaneHead = 24;  // a lane's name
constexpr double kBetweenLanes = 10;

class LaneSvg {
 public:
  explicit LaneSvg(const LaneChart& chart) : chart_(chart), scale_(scale_of(chart, kLanesLeft, kLanesRight)) {
    for (const Lane& lane : chart_.lanes) {
      placed_.push_back(place(lane, scale_));
      std::size_t rows = 1;
      for (const PlacedMark& mark : placed_.back()) {
        rows = std::max(rows, mark.row + 1);
      }
      heights_.push_back(kLaneHead + kLaneRow * static_cast<double>(rows));
      bottom_ += heights_.back() + kBetweenLanes;
    }
    notes_ = svg_lines(chart_.notes, kLanesRight - kLanesLeft);
  }

  std::string write() {
    out_ =
        svg_head({chart_.id, chart_.title, chart_.description, kLanesLeft, kLaneChartWidth, std::ceil(height())});
    out_ += "<g font-size=\"11\">\n";
    years();
    double top = kLanesTop;
    for (std::size_t i = 0; i < chart_.lanes.size(); ++i) {
      lane(chart_.lanes[i], placed_[i], top, heights_[i]);
      top += heights_[i] + kBetweenLanes;
    }
    foot();
    return std::move(out_) + "</svg>\n";
  }

 private:
  double height() const {
    return bottom_ + 26 + (chart_.keys.empty() ? 0 : 24) + kSvgLine * static_cast<double>(notes_.size()) + 8;
  }

  void years() {
    for (int month = scale_.first; month <= scale_.last; month += 12) {
      const double x = scale_.at(month);
      out_ += fmt::format("<line class=\"grid\" x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\"/>\n", x,
                          kLanesTop - 6, bottom_);
      if (x + 30 < kLanesRight) {
        for (const double y : {kLanesTop - 12, bottom_ + 14}) {
          out_ += fmt::format("<text class=\"label\" x=\"{:.1f}\" y=\"{}\">{}</text>\n", x, y, month / 12);
        }
      }
    }
  }

  void lane(const Lane& lane, const std::vector<PlacedMark>& placed, double top, double height) {
    out_ += fmt::format("<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", kLanesLeft, top,
                        kLanesRight - kLanesLeft, height);
    out_ += fmt::format(
        "<text class=\"axis halo\" x=\"{0}\" y=\"{1}\">{2}</text>\n"
        "<text class=\"axis\" font-weight=\"600\" x=\"{0}\" y=\"{1}\">{2}</text>\n",
        kLanesLeft + 8, top + 17, xml(lane.name));
    for (std::size_t i = 0; i < placed.size(); ++i) {
      mark(lane.marks[i], placed[i], top + kLaneHead + kLaneRow * (static_cast<double>(placed[i].row) + 0.5) - 2);
    }
  }

  void mark(const LaneMark& mark, const PlacedMark& placed, double y) {
    const std::string_view family = name_of(mark.family);
    out_ += fmt::format("<g><title>{}</title>", xml(mark.words));
    if (!mark.fresh.empty()) {
      out_ +=
          fmt::format("<circle class=\"hollow {}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"6.5\"/>", family, placed.x, y);
    }
    out_ += fmt::format("<circle class=\"disc {}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"/>", family, placed.x, y,
                        mark.fresh.empty() ? 4.5 : 3);
    const std::string fresh =
        mark.fresh.empty() ? "" : fmt::format("  <tspan font-weight=\"700\">{}</tspan>", xml(mark.fresh));
    out_ += fmt::format("<text xml:space=\"preserve\" x=\"{:.1f}\" y=\"{:.1f}\"{}>{}{}</text></g>\n",
                        placed.before ? placed.x - kBesideMark : placed.x + kBesideMark, y + 4,
                        placed.before ? " text-anchor=\"end\"" : "", xml(mark.name), fresh);
  }

  void foot() {
    double x = kLanesLeft + 6;
    const double y = bottom_ + 34;
    for (const LaneKey& key : chart_.keys) {
      out_ += fmt::format(
          "<circle class=\"disc {}\" cx=\"{:.1f}\" cy=\"{}\" r=\"4.5\"/><text x=\"{:.1f}\" y=\"{}\">{}</text>\n",
          name_of(key.family), x, y, x + kBesideMark, y + 4, xml(key.name));
      x += 30 + small_text_width(key.name);
    }
    out_ += "</g>\n" + svg_notes(notes_, kLanesLeft, y + (chart_.keys.empty() ? 4 : 24));
  }

  const LaneChart& chart_;
  LaneScale scale_;
  std::vector<std::vector<PlacedMark>> placed_;
  std::vector<double> heights_;
  double bottom_ = kLanesTop;
  std::vector<std::string> notes_;
  std::string out_;
};

}  // namespace

std::string write_svg(const LaneChart& chart) { return LaneSvg(chart).write(); }

}  // namespace kvtally
