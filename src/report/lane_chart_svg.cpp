#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "core/text.hpp"
#include "report/chart_svg.hpp"
#include "report/lane_layout.hpp"
#include "report/xml_text.hpp"

namespace kvtally {

namespace {

constexpr double kWidth = 1000;
constexpr double kLeft = 24;
constexpr double kRight = kWidth - 16;
constexpr double kTop = 62;  // of the first lane, below the title and the years
constexpr double kRow = 18;
constexpr double kHead = 24;  // a lane's name
constexpr double kBetween = 10;
constexpr double kLine = 17;  // of the notes
constexpr std::size_t kNoteColumns = 150;

class LaneSvg {
 public:
  explicit LaneSvg(const LaneChart& chart) : chart_(chart), scale_(scale_of(chart, kLeft, kRight)) {
    for (const Lane& lane : chart_.lanes) {
      placed_.push_back(place(lane, scale_));
      std::size_t rows = 1;
      for (const PlacedMark& mark : placed_.back()) {
        rows = std::max(rows, mark.row + 1);
      }
      heights_.push_back(kHead + kRow * static_cast<double>(rows));
      bottom_ += heights_.back() + kBetween;
    }
    for (const std::string& note : chart_.notes) {
      const std::vector<std::string> lines = wrap(note, kNoteColumns);
      notes_.insert(notes_.end(), lines.begin(), lines.end());
    }
  }

  std::string write() {
    head();
    years();
    double top = kTop;
    for (std::size_t i = 0; i < chart_.lanes.size(); ++i) {
      lane(chart_.lanes[i], placed_[i], top, heights_[i]);
      top += heights_[i] + kBetween;
    }
    foot();
    return std::move(out_) + "</svg>\n";
  }

 private:
  double height() const {
    return bottom_ + 26 + (chart_.keys.empty() ? 0 : kLine + 6) + kLine * static_cast<double>(notes_.size()) + 8;
  }

  void head() {
    const std::string id = xml(chart_.id);
    out_ += fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" class=\"kvtally-chart\" role=\"img\" "
        "aria-labelledby=\"{0}-title {0}-desc\" viewBox=\"0 0 {1} {2}\" width=\"{1}\" height=\"{2}\" "
        "font-family=\"system-ui, 'Helvetica Neue', Arial, sans-serif\" font-size=\"11\">\n"
        "<title id=\"{0}-title\">{3}</title>\n<desc id=\"{0}-desc\">{4}</desc>\n{5}"
        "<rect class=\"ground\" width=\"{1}\" height=\"{2}\"/>\n"
        "<text class=\"head\" x=\"{6}\" y=\"30\">{3}</text>\n",
        id, kWidth, std::ceil(height()), xml(chart_.title), xml(chart_.description), chart_style(), kLeft);
  }

  void years() {
    for (int month = scale_.first; month <= scale_.last; month += 12) {
      const double x = scale_.at(month);
      out_ += fmt::format("<line class=\"grid\" x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\"/>\n", x,
                          kTop - 6, bottom_);
      if (x + 30 < kRight) {
        for (const double y : {kTop - 12, bottom_ + 14}) {
          out_ += fmt::format("<text class=\"label\" x=\"{:.1f}\" y=\"{}\">{}</text>\n", x, y, month / 12);
        }
      }
    }
  }

  void lane(const Lane& lane, const std::vector<PlacedMark>& placed, double top, double height) {
    out_ += fmt::format("<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", kLeft, top,
                        kRight - kLeft, height);
    out_ += fmt::format(
        "<text class=\"axis halo\" x=\"{0}\" y=\"{1}\">{2}</text>\n"
        "<text class=\"axis\" font-weight=\"600\" x=\"{0}\" y=\"{1}\">{2}</text>\n",
        kLeft + 8, top + 17, xml(lane.name));
    for (std::size_t i = 0; i < placed.size(); ++i) {
      mark(lane.marks[i], placed[i], top + kHead + kRow * (static_cast<double>(placed[i].row) + 0.5) - 2);
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
    double y = bottom_ + 26;
    if (!chart_.keys.empty()) {
      double x = kLeft + 6;
      for (const LaneKey& key : chart_.keys) {
        out_ += fmt::format(
            "<circle class=\"disc {}\" cx=\"{:.1f}\" cy=\"{}\" r=\"4.5\"/>"
            "<text x=\"{:.1f}\" y=\"{}\">{}</text>\n",
            name_of(key.family), x, y + 8, x + kBesideMark, y + 12, xml(key.name));
        x += 30 + 6.5 * static_cast<double>(display_width(key.name));
      }
      y += kLine + 6;
    }
    for (const std::string& line : notes_) {
      y += kLine;
      out_ += fmt::format("<text class=\"label\" x=\"{}\" y=\"{}\">{}</text>\n", kLeft, y - 4, xml(line));
    }
  }

  const LaneChart& chart_;
  LaneScale scale_;
  std::vector<std::vector<PlacedMark>> placed_;
  std::vector<double> heights_;
  double bottom_ = kTop;
  std::vector<std::string> notes_;
  std::string out_;
};

}  // namespace

std::string write_svg(const LaneChart& chart) { return LaneSvg(chart).write(); }

}  // namespace kvtally
