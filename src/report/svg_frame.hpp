#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/chart_scale.hpp"
#include "report/chart_svg.hpp"

/// What every picture as SVG has around its marks.
namespace kvtally {

/// What a picture says of itself, and its size in user units.
struct SvgHead {
  std::string_view id;
  std::string_view title;
  std::string_view description;
  double left;  // of the title
  double width;
  double height;
};

inline constexpr double kSvgLine = 17;  // from a line of text to the next

/// The frame of a chart: its top below the title, its width, and the room below it for labels and title of the
/// x-axis.
inline constexpr double kFrameTop = 52;
inline constexpr double kFrameWidth = 600;
inline constexpr double kBelowFrame = 62;

/// About how wide a text is at 12 px, in user units; never less than it is in usual sans-serif faces.
double svg_text_width(std::string_view text);

/// The XML declaration, the opening tag, the title, the description, the style, the ground and the title in large
/// letters. The picture ends with "</svg>".
std::string svg_head(const SvgHead& head);

/// The ticks of a frame's x-axis: lines from top to bottom, labels below.
std::string svg_x_axis(const AxisScale& scale, const Box& box);

/// The edge of the frame, and the title of its x-axis.
std::string svg_frame(const Box& box, std::string_view x_title);

/// Notes in lines that are at most `width` user units wide. A line may end at a space, and beside a Chinese
/// character where neither its closing nor the next line's opening mark would stand alone.
std::vector<std::string> svg_lines(const std::vector<std::string>& notes, double width);

/// Lines of text, the first at `top`.
std::string svg_notes(const std::vector<std::string>& lines, double left, double top);

}  // namespace kvtally
