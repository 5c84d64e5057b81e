#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include "report/bar_chart.hpp"
#include "report/svg_frame.hpp"
#include "report/xml_text.hpp"

namespace kvtally {

namespace {

constexpr double kLeastLeft = 92;
constexpr double kBar = 26;
constexpr double kPitch = 40;  // from a bar to the next
constexpr double kRuleRow = 18;
constexpr std::size_t kMostBarTicks = 8;
constexpr std::array<double, 3> kOpacities{0.35, 0.15, 0.6};  // parts of one family

// What a part is called in all bars, and how it is drawn.
struct LegendEntry {
  std::string name;
  KindFamily family;
  std::string letter;
  double opacity;  // where the legend tells parts of one family apart
};

bool drawn(const Axis& axis, double value) {
  return std::isfinite(value) && (axis.scale == Scale::linear ? value >= 0 : value > 0);
}

std::vector<LegendEntry> legend_entries(const BarChart& chart) {
  std::vector<LegendEntry> out;
  for (const Bar& bar : chart.bars) {
    for (const BarPart& part : bar.parts) {
      const auto same = [&](const LegendEntry& entry) {
        return entry.name == part.name && entry.family == part.family;
      };
      if (std::ranges::none_of(out, same)) {
        const auto before = static_cast<std::size_t>(std::ranges::count(out, part.family, &LegendEntry::family));
        out.push_back(
            {part.name, part.family, legend_letter(out.size()), kOpacities.at(before % kOpacities.size())});
      }
    }
  }
  return out;
}

// Bars of one part each that is called as the bar is need no legend.
bool needs_legend(const BarChart& chart) {
  return std::ranges::any_of(chart.bars, [](const Bar& bar) {
    return bar.parts.size() > 1 || (bar.parts.size() == 1 && bar.parts[0].name != bar.name);
  });
}

// To the end of the longest bar, from the shortest one on a logarithmic axis.
AxisScale scale_of(const BarChart& chart) {
  std::vector<double> values;
  for (const Bar& bar : chart.bars) {
    double sum = 0;
    for (const BarPart& part : bar.parts) {
      sum += drawn(chart.x, part.value) ? part.value : 0;
      values.push_back(sum);
    }
  }
  std::ranges::transform(chart.rules, std::back_inserter(values), &VerticalRule::x);
  values.push_back(chart.from.value_or(0));
  std::erase_if(values, [&](double value) { return !drawn(chart.x, value) || value <= 0; });
  if (values.empty()) {
    return {chart.x, chart.x.scale == Scale::linear ? 0.0 : 1.0, 2, kMostBarTicks};
  }
  const auto [low, high] = std::ranges::minmax(values);
  return {chart.x, chart.x.scale == Scale::linear ? 0 : low, high, kMostBarTicks};
}

double box_left(const BarChart& chart) {
  double out = kLeastLeft;
  for (const Bar& bar : chart.bars) {
    out = std::max(out, svg_text_width(bar.name) + 20);
  }
  return std::ceil(out);
}

class BarChartSvg {
 public:
  explicit BarChartSvg(const BarChart& chart)
      : chart_(chart),
        box_{box_left(chart), kFrameTop, kFrameWidth,
             first_bar() + kPitch * static_cast<double>(std::max<std::size_t>(1, chart.bars.size()))},
        scale_(scale_of(chart)),
        entries_(legend_entries(chart)),
        legend_(needs_legend(chart)),
        notes_(svg_lines(chart.notes, kFrameWidth + 160)) {}

  std::string write() {
    for (std::size_t i = 0; i < chart_.bars.size(); ++i) {
      bar(chart_.bars[i], box_.top + first_bar() + kPitch * static_cast<double>(i));
    }
    if (chart_.bars.empty()) {
      text(box_.left + box_.width / 2, box_.top + box_.height / 2, "middle", "nothing to draw");
    }
    rules();
    legend();
    const double notes = std::max(legend_bottom_ + 24, box_.top + box_.height + kBelowFrame + 4);
    marks_ += svg_notes(notes_, box_.left, notes);
    for (const std::string& line : notes_) {
      reach(box_.left + svg_text_width(line));
    }
    reach(box_.left + 1.35 * svg_text_width(chart_.title));
    const double height = notes + kSvgLine * static_cast<double>(notes_.size()) - 4;
    return svg_head({chart_.id, chart_.title, chart_.description, box_.left, std::ceil(right_), height}) +
           svg_x_axis(scale_, box_) + svg_frame(box_, chart_.x.title) + marks_ + "</svg>\n";
  }

 private:
  // Names of rules stand above the bars, a row each.
  double first_bar() const { return 7 + kRuleRow * static_cast<double>(chart_.rules.size()); }

  void reach(double x) { right_ = std::max({right_, x + 16, box_.left + box_.width + 24}); }

  void text(double x, double y, std::string_view anchor, const std::string& words) {
    marks_ += fmt::format("<text class=\"label\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y,
                          anchor, xml(words));
  }

  const LegendEntry& entry_of(const BarPart& part) const {
    return *std::ranges::find_if(entries_, [&](const LegendEntry& entry) {
      return entry.name == part.name && entry.family == part.family;
    });
  }

  void rect(double x, double y, double width, double height, const LegendEntry& entry, const std::string& spoken) {
    marks_ += fmt::format(
        "<rect class=\"{}\" fill-opacity=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\">"
        "<title>{}</title></rect>\n",
        name_of(entry.family), legend_ ? entry.opacity : kOpacities.front(), x, y, width, height, xml(spoken));
  }

  void lettered(double x, double y, const std::string& letter, const std::string& words) {
    marks_ += fmt::format(
        "<text class=\"label\" x=\"{:.1f}\" y=\"{:.1f}\"><tspan class=\"letter plain\">{}</tspan>{}{}</text>\n", x,
        y, letter, letter.empty() || words.empty() ? "" : " ", xml(words));
  }

  // What does not fit into a part stands behind the bar.
  void bar(const Bar& bar, double y) {
    text(box_.left - 10, y + kBar / 2 + 4, "end", bar.name);
    double sum = 0;
    double end = box_.left;
    std::string behind;
    for (const BarPart& part : bar.parts) {
      const LegendEntry& entry = entry_of(part);
      const std::string letter = legend_ ? entry.letter : "";
      const bool repeated = part.words == bar.note;
      const std::string words = repeated ? "" : part.words;
      const double from = end;
      if (drawn(chart_.x, part.value) && part.value > 0) {
        sum += part.value;
        end = box_.left + scale_.at(sum) * box_.width;
        rect(from, y, end - from, kBar, entry, spoken(bar, part));
      }
      const double room = end - from - 10;
      const double inside = svg_text_width(letter) + 4 + svg_text_width(words);
      if (inside <= room) {
        lettered(from + 6, y + kBar / 2 + 4, letter, words);
      } else {
        behind += words.empty() ? ""
                                : fmt::format("{}{}{}{}", behind.empty() ? "" : " + ", letter,
                                              letter.empty() ? "" : " ", words);
        lettered(from + 3, y + kBar / 2 + 4, svg_text_width(letter) <= room + 8 ? letter : "", "");
      }
    }
    behind += behind.empty() || bar.note.empty() ? bar.note : "; " + bar.note;
    const double x = clear_of_rules(end + 8, svg_text_width(behind));
    text(x, y + kBar / 2 + 4, "start", behind);
    reach(x + svg_text_width(behind));
  }

  double place_of(const VerticalRule& rule) const { return box_.left + scale_.at(rule.x) * box_.width; }

  // Words that a rule would cross begin beyond it. Rules stand in any order, so that each may be met twice.
  double clear_of_rules(double x, double width) const {
    for (std::size_t i = 0; i < 2 * chart_.rules.size(); ++i) {
      const VerticalRule& rule = chart_.rules[i % chart_.rules.size()];
      if (drawn(chart_.x, rule.x) && place_of(rule) > x - 4 && place_of(rule) < x + width) {
        x = place_of(rule) + 8;
      }
    }
    return x;
  }

  static std::string spoken(const Bar& bar, const BarPart& part) {
    return part.name == bar.name ? fmt::format("{}: {}", bar.name, part.words)
                                 : fmt::format("{}, {}: {}", bar.name, part.name, part.words);
  }

  void rules() {
    double y = box_.top + 14;
    for (const VerticalRule& rule : chart_.rules) {
      if (!drawn(chart_.x, rule.x)) {
        continue;
      }
      const double x = place_of(rule);
      const bool left = x > box_.left + box_.width / 2;
      marks_ += fmt::format("<line class=\"limit\" x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\"/>\n", x,
                            box_.top, box_.top + box_.height);
      marks_ += fmt::format("<text class=\"limit-name\" x=\"{:.1f}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n",
                            left ? x - 7 : x + 7, y, left ? "end" : "start", xml(rule.name));
      y += kRuleRow;
    }
  }

  void legend() {
    double x = box_.left;
    double y = box_.top + box_.height + kBelowFrame + 4;
    for (const LegendEntry& entry : legend_ ? entries_ : std::vector<LegendEntry>{}) {
      const double width = 34 + svg_text_width(entry.letter + " " + entry.name) + 16;
      if (x > box_.left && x + width > box_.left + box_.width) {
        x = box_.left;
        y += kSvgLine + 4;
      }
      rect(x, y - 11, 22, 13, entry, entry.name);
      lettered(x + 28, y, entry.letter, entry.name);
      x += width;
      reach(x - 16);
      legend_bottom_ = y;
    }
  }

  const BarChart& chart_;
  Box box_;
  AxisScale scale_;
  std::vector<LegendEntry> entries_;
  bool legend_;
  std::vector<std::string> notes_;
  std::string marks_;
  double right_ = 0;
  double legend_bottom_ = 0;
};

}  // namespace

std::string write_svg(const BarChart& chart) { return BarChartSvg(chart).write(); }

}  // namespace kvtally
