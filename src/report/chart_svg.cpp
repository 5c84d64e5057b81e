#include "report/chart_svg.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "core/text.hpp"
#include "report/chart_scale.hpp"
#include "report/xml_text.hpp"

namespace kvtally {

namespace {

constexpr double kLeft = 92;  // of the frame: beside it the labels and the title of the y-axis
constexpr double kTop = 52;
constexpr double kWidth = 600;
constexpr double kLeastHeight = 400;
constexpr double kBelow = 62;  // labels and title of the x-axis
constexpr double kLine = 17;   // of the legend and the notes
constexpr double kLegendGap = 44;
constexpr double kCharacter = 7.2;  // the widest mean of usual sans-serif faces at 12 px
constexpr std::size_t kNoteColumns = 128;
constexpr std::size_t kTicks = 12;

class ChartSvg {
 public:
  explicit ChartSvg(const Chart& chart)
      : chart_(drawable(chart)),
        legend_(legend_of(chart_)),
        box_{kLeft, kTop, kWidth, std::max(kLeastHeight, kLine * static_cast<double>(legend_.size()))},
        frame_(frame_of(chart_, kTicks, kTicks)) {
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
    return box_.top + box_.height + kBelow + kLine * static_cast<double>(notes_.size()) + 10;
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

  void head() {
    const std::string id = xml(chart_.id);
    out_ += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    out_ += fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" class=\"kvtally-chart\" role=\"img\" "
        "aria-labelledby=\"{0}-title {0}-desc\" viewBox=\"0 0 {1} {2}\" width=\"{1}\" height=\"{2}\" "
        "font-family=\"system-ui, 'Helvetica Neue', Arial, sans-serif\" font-size=\"12\">\n",
        id, width(), height());
    out_ += fmt::format("<title id=\"{0}-title\">{1}</title>\n<desc id=\"{0}-desc\">{2}</desc>\n", id,
                        xml(chart_.title), xml(chart_.description));
    out_ += chart_style();
    out_ += fmt::format("<rect class=\"ground\" width=\"{}\" height=\"{}\"/>\n", width(), height());
    out_ += fmt::format("<text class=\"head\" x=\"{}\" y=\"30\">{}</text>\n", box_.left, xml(chart_.title));
  }

  void axes() {
    const double right = box_.left + box_.width;
    const double bottom = box_.top + box_.height;
    for (const Tick& tick : frame_.x.ticks()) {
      const double x = box_.left + frame_.x.at(tick.value) * box_.width;
      out_ += fmt::format("<line class=\"grid\" x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\"/>\n", x,
                          box_.top, bottom);
      out_ += fmt::format("<text class=\"label\" x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", x,
                          bottom + 18, xml(tick.label));
    }
    for (const Tick& tick : frame_.y.ticks()) {
      const double y = bottom - frame_.y.at(tick.value) * box_.height;
      out_ += fmt::format("<line class=\"grid\" x1=\"{1}\" y1=\"{0:.1f}\" x2=\"{2}\" y2=\"{0:.1f}\"/>\n", y,
                          box_.left, right);
      out_ += fmt::format("<text class=\"label\" x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n",
                          box_.left - 8, y + 4, xml(tick.label));
    }
    out_ += fmt::format("<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", box_.left,
                        box_.top, box_.width, box_.height);
    out_ += fmt::format("<text class=\"axis\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                        box_.left + box_.width / 2, bottom + 42, xml(chart_.x.title));
    out_ += fmt::format(
        "<text class=\"axis\" transform=\"translate(20 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
        box_.top + box_.height / 2, xml(chart_.y.title));
  }

  // Where a line ends, so stands its name; beside single points the rows have the order of the legend.
  std::vector<double> legend_places() const {
    const bool points = std::ranges::any_of(legend_, [](const LegendRow& row) { return row.point.has_value(); });
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
    sorted = spread(sorted, kLine, box_.top + 8, box_.top + box_.height);
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

  void notes() {
    double y = box_.top + box_.height + kBelow + 4;
    for (const std::string& line : notes_) {
      out_ += fmt::format("<text class=\"label\" x=\"{}\" y=\"{}\">{}</text>\n", box_.left, y, xml(line));
      y += kLine;
    }
  }

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
