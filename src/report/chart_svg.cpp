#include "report/chart_svg.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "core/text.hpp"
#include "report/chart_scale.hpp"
#include "report/svg_frame.hpp"
#include "report/xml_text.hpp"

namespace kvtally {

namespace {

constexpr double kFrameLeft = 92;  // of the frame: beside it the labels and the title of the y-axis
constexpr double kLeastHeight = 400;
constexpr double kLegendGap = 44;
constexpr double kCharacter = 7.2;  // the widest mean of usual sans-serif faces at 12 px
constexpr std::size_t kNoteColumns = 128;
constexpr std::size_t kMostChartTicks = 12;

class ChartSvg {
 public:
  explicit ChartSvg(const Chart& chart)
      : chart_(drawable(chart)),
        legend_(legend_of(chart_)),
        box_{kFrameLeft, kFrameTop, kFrameWidth,
             std::max(kLeastHeight, kSvgLine * static_cast<double>(legend_.size()))},
        frame_(frame_of(chart_, kMostChartTicks, kMostChartTicks)) {
    for (const std::string& note : chart_.notes) {
      const std::vector<std::string> lines = wrap(note, kNoteColumns);
      notes_.insert(notes_.end(), lines.begin(), lines.end());
    }
  }

  std::string write() {
    head();
    axes();
    if (chart_.series.empty()) {
      out_ +=
          fmt::format("<text class=\"label\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">nothing to draw</text>\n",
                      box_.left + box_.width / 2, box_.top + box_.height / 2);
    }
    const Plane plane{chart_, frame_, box_, legend_};
    out_ += limits_svg(plane) + series_svg(plane) + letters_svg(plane);
    legend();
    notes();
    return std::move(out_) + "</svg>\n";
  }

 private:
  double legend_left() const { return box_.left + box_.width + kLegendGap; }
  double height() const {
    return box_.top + box_.height + kBelowFrame + kSvgLine * static_cast<double>(notes_.size()) + 10;
  }

  double width() const {
    std::size_t longest = 0;
    for (const LegendRow& row : legend_) {
      longest = std::max(longest, display_width(row.name));
    }
    const double legend = legend_left() + kCharacter * static_cast<double>(longest) + 34;
    const double title = box_.left + kCharacter * 1.35 * static_cast<double>(display_width(chart_.title));
    const double notes = notes_.empty() ? 0 : box_.left + kCharacter * static_cast<double>(kNoteColumns) - 60;
    return std::ceil(std::max({legend, title, notes, box_.left + box_.width + 40}));
  }

  void head() { out_ += svg_head({chart_.id, chart_.title, chart_.description, box_.left, width(), height()}); }

  void axes() {
    const double right = box_.left + box_.width;
    const double bottom = box_.top + box_.height;
    out_ += svg_x_axis(frame_.x, box_);
    for (const Tick& tick : frame_.y.ticks()) {
      const double y = bottom - frame_.y.at(tick.value) * box_.height;
      out_ += fmt::format("<line class=\"grid\" x1=\"{1}\" y1=\"{0:.1f}\" x2=\"{2}\" y2=\"{0:.1f}\"/>\n", y,
                          box_.left, right);
      out_ += fmt::format("<text class=\"label\" x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n",
                          box_.left - 8, y + 4, xml(tick.label));
    }
    out_ += svg_frame(box_, chart_.x.title);
    out_ += fmt::format(
        "<text class=\"axis\" transform=\"translate(20 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
        box_.top + box_.height / 2, xml(chart_.y.title));
  }

  // Where a line ends, so stands its name; beside single points the rows have the order of the legend.
  std::vector<double> legend_places() const {
    const bool points =
        std::ranges::any_of(chart_.series, [](const Series& series) { return series.shape != Shape::line; });
    std::vector<double> wanted;
    for (const LegendRow& row : legend_) {
      const double y = points ? 1 : frame_.y.at(chart_.series[row.series].points.back().y);
      wanted.push_back(box_.top + 8 + (1 - y) * (box_.height - 8));
    }
    std::vector<std::size_t> order(wanted.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      order[i] = i;
    }
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return wanted[i]; });
    std::vector<double> sorted;
    for (const std::size_t i : order) {
      sorted.push_back(wanted[i]);
    }
    sorted = spread(sorted, kSvgLine, box_.top + 8, box_.top + box_.height);
    for (std::size_t i = 0; i < order.size(); ++i) {
      wanted[order[i]] = sorted[i];
    }
    return wanted;
  }

  void legend() {
    const std::vector<double> places = legend_places();
    for (std::size_t i = 0; i < legend_.size(); ++i) {
      out_ += row_group(i, legend_row_svg(chart_, legend_[i], legend_left() - 16, places[i]), "key");
    }
  }

  void notes() { out_ += svg_notes(notes_, box_.left, box_.top + box_.height + kBelowFrame + 4); }

  Chart chart_;
  std::vector<LegendRow> legend_;
  Box box_;
  Frame frame_;
  std::vector<std::string> notes_;
  std::string out_;
};

}  // namespace

std::string write_svg(const Chart& chart) { return ChartSvg(chart).write(); }

}  // namespace kvtally
