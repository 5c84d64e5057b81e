#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "report/braille_canvas.hpp"
#include "report/chart_scale.hpp"
#include "report/prose.hpp"

namespace kvtally {

namespace {

constexpr std::size_t kWidestPlot = 80;
constexpr std::size_t kPlotRows = 18;
constexpr std::size_t kMostXTicks = 10;
constexpr std::size_t kMostYTicks = 9;

// The signs of the frame, with and without Unicode.
struct Signs {
  std::string_view side, side_tick, corner, bottom, bottom_tick, bend;
};
constexpr Signs kUnicode{"│", "┤", "└", "─", "┬", "◆"};
constexpr Signs kAscii{"|", "+", "+", "-", "+", "#"};

std::string coloured(const Segment& segment, bool on) {
  return on && segment.colour != 0 ? fmt::format("\x1b[38;5;{}m{}\x1b[0m", segment.colour, segment.text)
                                   : segment.text;
}

std::string cut_to_width(const std::string& text, std::size_t width) {
  std::string out;
  for (const std::string_view character : characters(text)) {
    if (display_width(out) + display_width(character) > width) {
      break;
    }
    out += character;
  }
  return out;
}

class Plot {
 public:
  Plot(const Chart& chart, const Look& look)
      : chart_(drawable(chart)),
        legend_(legend_of(chart_)),
        frame_(frame_of(chart_, kMostXTicks, kMostYTicks)),
        width_(std::min(look.width, kWidestPlot)),
        colour_(look.colour),
        signs_(look.ascii ? kAscii : kUnicode),
        beside_(label_width()),
        canvas_(width_ - beside_ - 2, kPlotRows, look.ascii) {}

  std::string write() {
    limits();
    for (const LegendRow& row : legend_) {
      if (is_line(row)) {
        line(row);
      }
    }
    bends();
    letters();
    points();
    return wrapped(chart_.title, width_) + '\n' + drawing() + legend() + notes();
  }

 private:
  using Dot = BrailleCanvas::Dot;
  using Cell = BrailleCanvas::Cell;

  std::size_t label_width() const {
    std::size_t out = 0;
    for (const Tick& tick : frame_.y.ticks()) {
      out = std::max(out, display_width(tick.label));
    }
    return std::min(out, width_ / 3);
  }

  Dot dot(double x, double y) const {
    return {frame_.x.at(x) * (canvas_.dots_across() - 1), (1 - frame_.y.at(y)) * (canvas_.dots_down() - 1)};
  }
  bool is_line(const LegendRow& row) const { return chart_.series[row.series].shape == Shape::line; }
  int colour(const LegendRow& row) const { return colours_of(chart_.series[row.series].family).terminal; }

  void limits() {
    const Pen pen{0, '.'};
    for (const Limit& limit : chart_.limits) {
      const Dot at = dot(frame_.x.low(), limit.y);
      canvas_.line(at, {canvas_.dots_across() - 1, at.down}, pen, 3);
      const Cell cell = canvas_.cell_of(at);
      canvas_.text({1, cell.row == 0 ? 1 : cell.row - 1}, limit.name, 0);
    }
    for (const VerticalRule& rule : chart_.rules) {
      const Dot at = dot(rule.x, frame_.y.low());
      canvas_.line({at.across, 0}, at, pen, 3);
      const std::size_t width = display_width(rule.name) + 1;
      const std::size_t column = canvas_.cell_of(at).column;
      const bool left = column > canvas_.columns() / 2 && column >= width;
      canvas_.text({left ? column - width : column + 2, canvas_.rows() - 1}, rule.name, 0);
    }
  }

  void line(const LegendRow& row) {
    const Series& series = chart_.series[row.series];
    std::vector<Cell>& passed = passed_.emplace_back();
    for (std::size_t i = 0; i < series.points.size(); ++i) {
      const ChartPoint& from = series.points[i == 0 ? 0 : i - 1];
      const ChartPoint& to = series.points[i];
      const auto cells = canvas_.line(dot(from.x, from.y), dot(to.x, to.y), {colour(row), row.letter.front()});
      passed.insert(passed.end(), cells.begin(), cells.end());
    }
  }

  void bends() {
    for (const Series& series : chart_.series) {
      for (const ChartPoint& bend : series.bends) {
        canvas_.text(canvas_.cell_of(dot(bend.x, bend.y)), signs_.bend, colours_of(series.family).terminal);
      }
    }
  }

  // Each letter twice: near the end of its line, and a little behind its beginning, where other lines' are not.
  void letters() {
    std::size_t index = 0;
    for (const LegendRow& row : legend_) {
      if (!is_line(row)) {
        continue;
      }
      std::vector<Cell> cells = passed_[index];
      const auto start = std::min(cells.size() - 1, 3 + 4 * index);
      if (const auto first = std::find_if(cells.begin() + static_cast<std::ptrdiff_t>(start), cells.end(),
                                          [&](const Cell& cell) { return canvas_.free(cell); });
          first != cells.end()) {
        canvas_.text(*first, row.letter, colour(row));
      }
      const auto last = std::find_if(cells.rbegin(), cells.rend(), [&](const Cell& c) { return canvas_.free(c); });
      if (last != cells.rend()) {
        canvas_.text(*last, row.letter, colour(row));
      }
      ++index;
    }
  }

  // Where points of several rows meet stands "*"; the legend tells them apart.
  void points() {
    for (const LegendRow& row : legend_) {
      std::vector<Cell> own;
      for (const LegendRow& one : points_of(chart_, row)) {
        const ChartPoint& point = chart_.series[one.series].points[*one.point];
        const Cell cell = canvas_.cell_of(dot(point.x, point.y));
        const bool alone = std::ranges::find(taken_, cell) == taken_.end();
        own.push_back(cell);
        canvas_.text(cell, alone ? row.letter : "*", alone ? colour(row) : 0);
      }
      taken_.insert(taken_.end(), own.begin(), own.end());
    }
  }

  std::string drawing() const {
    std::string out = chart_.y.title.empty() ? "" : chart_.y.title + '\n';
    std::vector<std::string> labels(canvas_.rows());
    for (const Tick& tick : frame_.y.ticks()) {
      labels[canvas_.cell_of(dot(frame_.x.low(), tick.value)).row] = cut_to_width(tick.label, beside_);
    }
    for (std::size_t i = 0; i < canvas_.rows(); ++i) {
      const std::string space(beside_ - display_width(labels[i]), ' ');
      out += space + labels[i] + ' ' + std::string(labels[i].empty() ? signs_.side : signs_.side_tick);
      for (const Segment& segment : canvas_.row(i)) {
        out += coloured(segment, colour_);
      }
      out += '\n';
    }
    return out + below();
  }

  // The axis, its labels where there is room for them, and its title.
  std::string below() const {
    const std::string space(beside_ + 1, ' ');
    std::vector<std::string> axis(canvas_.columns(), std::string(signs_.bottom));
    std::string labels;
    for (const Tick& tick : frame_.x.ticks()) {
      const std::size_t column = canvas_.cell_of(dot(tick.value, frame_.y.low())).column;
      const std::size_t width = tick.label.size();
      const std::size_t left =
          std::min(beside_ + 2 + column - std::min(width / 2, beside_ + column), width_ - std::min(width, width_));
      axis[column] = signs_.bottom_tick;
      if (labels.empty() || left > labels.size() + 1) {
        labels.resize(left, ' ');
        labels += tick.label;
      }
    }
    const std::string title = cut_to_width(chart_.x.title, canvas_.columns());
    const std::string centre((canvas_.columns() - display_width(title)) / 2, ' ');
    return fmt::format("{}{}{}\n{}\n{}{}{}\n", space, signs_.corner, fmt::join(axis, ""), labels, space, centre,
                       title);
  }

  std::string legend() const {
    if (legend_.empty()) {
      return "\nnothing to draw\n";
    }
    std::string out = "\n";
    for (const LegendRow& row : legend_) {
      std::string lead = coloured({row.letter, colour(row)}, colour_) + "  ";
      for (const std::string& text : wrap(words_of(row), width_ - 3)) {
        out += lead + text + '\n';
        lead = "   ";
      }
    }
    return out;
  }

  std::string notes() const {
    std::string out = chart_.notes.empty() ? "" : "\n";
    for (const std::string& note : chart_.notes) {
      out += wrapped(note, width_);
    }
    return out;
  }

  Chart chart_;
  std::vector<LegendRow> legend_;
  Frame frame_;
  std::size_t width_;
  bool colour_;
  const Signs& signs_;
  std::size_t beside_;
  BrailleCanvas canvas_;
  std::vector<std::vector<Cell>> passed_;  // by line
  std::vector<Cell> taken_;                // by points
};

}  // namespace

std::string write_plot(const Chart& chart, const Look& look) { return Plot(chart, look).write(); }

}  // namespace kvtally
