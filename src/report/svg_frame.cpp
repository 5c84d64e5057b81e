#include "report/svg_frame.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/text.hpp"
#include "report/xml_text.hpp"

namespace kvtally {

namespace {

constexpr double kHalf = 7.2;   // the widest mean of usual sans-serif faces at 12 px
constexpr double kFull = 12.5;  // a Chinese character is as wide as it is high

constexpr std::array<std::string_view, 12> kClosing{"，", "。", "；", "：", "、", "）",
                                                    "」", "』", "”",  "！", "？", "》"};
constexpr std::array<std::string_view, 5> kOpening{"（", "「", "『", "“", "《"};

bool among(const auto& marks, std::string_view character) {
  return std::ranges::find(marks, character) != marks.end();
}

// Pieces between which a line may end; the spaces stay at their ends.
std::vector<std::string> pieces_of(std::string_view text) {
  std::vector<std::string> out;
  bool ends = true;
  std::string_view before;
  for (const std::string_view character : characters(text)) {
    const bool wide = display_width(character) == 2 || (!before.empty() && display_width(before) == 2);
    const bool parts = wide && character != " " && !among(kClosing, character) && !among(kOpening, before);
    if (ends || parts) {
      out.emplace_back();
    }
    out.back() += character;
    ends = character == " ";
    before = character;
  }
  return out;
}

}  // namespace

double svg_text_width(std::string_view text) {
  double out = 0;
  for (const std::string_view character : characters(text)) {
    const std::size_t columns = display_width(character);
    out += columns == 2 ? kFull : kHalf * static_cast<double>(columns);
  }
  return out;
}

std::string svg_head(const SvgHead& head) {
  const std::string id = xml(head.id);
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  out += fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" class=\"kvtally-chart\" role=\"img\" "
      "aria-labelledby=\"{0}-title {0}-desc\" viewBox=\"0 0 {1} {2}\" width=\"{1}\" height=\"{2}\" "
      "font-family=\"system-ui, 'Helvetica Neue', Arial, sans-serif\" font-size=\"12\">\n",
      id, head.width, head.height);
  out += fmt::format("<title id=\"{0}-title\">{1}</title>\n<desc id=\"{0}-desc\">{2}</desc>\n", id,
                     xml(head.title), xml(head.description));
  out += chart_style();
  out += fmt::format("<rect class=\"ground\" width=\"{}\" height=\"{}\"/>\n", head.width, head.height);
  return out + fmt::format("<text class=\"head\" x=\"{}\" y=\"30\">{}</text>\n", head.left, xml(head.title));
}

std::string svg_x_axis(const AxisScale& scale, const Box& box) {
  const double bottom = box.top + box.height;
  std::string out;
  for (const Tick& tick : scale.ticks()) {
    const double x = box.left + scale.at(tick.value) * box.width;
    out += fmt::format("<line class=\"grid\" x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\"/>\n", x, box.top,
                       bottom);
    out += fmt::format("<text class=\"label\" x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", x,
                       bottom + 18, xml(tick.label));
  }
  return out;
}

std::string svg_frame(const Box& box, std::string_view x_title) {
  const std::string edge = fmt::format("<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n",
                                       box.left, box.top, box.width, box.height);
  return edge + fmt::format("<text class=\"axis\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                            box.left + box.width / 2, box.top + box.height + 42, xml(x_title));
}

std::vector<std::string> svg_lines(const std::vector<std::string>& notes, double width) {
  std::vector<std::string> lines;
  for (const std::string& note : notes) {
    std::string line;
    for (const std::string& piece : pieces_of(note)) {
      if (!line.empty() && svg_text_width(line) + svg_text_width(trim(piece)) > width) {
        lines.emplace_back(trim(line));
        line.clear();
      }
      line += piece;
    }
    lines.emplace_back(trim(line));
  }
  return lines;
}

std::string svg_notes(const std::vector<std::string>& lines, double left, double top) {
  std::string out;
  for (const std::string& line : lines) {
    out += fmt::format("<text class=\"label\" x=\"{}\" y=\"{}\">{}</text>\n", left, top, xml(line));
    top += kSvgLine;
  }
  return out;
}

}  // namespace kvtally
