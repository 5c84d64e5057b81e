#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "core/text.hpp"
#include "report/mask_picture.hpp"
#include "report/svg_frame.hpp"
#include "report/xml_text.hpp"

namespace kvtally {

namespace {

constexpr double kMargin = 24;
constexpr double kCell = 7;
constexpr double kBetweenMasks = 22;  // two masks
constexpr double kBeforeEntries = 1;  // between tokens and entries, in cells
constexpr double kTitleHeight = 58;   // above the first masks: the title
constexpr double kGridHead = 38;      // above a grid: its name and the entries' caption
constexpr double kWordsLine = 16;     // of words below a grid
constexpr double kWidestRow = 1080;   // of a row of masks

using CellState = Mask::State;

// How the cells of a state are drawn: a stroke along each run of them, dashed so that each is a square of its own.
// The sizes differ, so that colour is never the only carrier.
struct Brush {
  std::string_view name;
  double size;  // of the square, in cells
};
constexpr std::array<Brush, 3> kBrushes{{{"weight", 0.2}, {"weight", 0.5}, {"", 0.88}}};

const Brush& brush_of(CellState state) { return kBrushes.at(static_cast<std::size_t>(state)); }

std::string_view colour_of(CellState state, KindFamily family) {
  return state == CellState::read ? name_of(family) : brush_of(state).name;
}

struct Placed {
  const Mask* mask;
  double left;
  double top;  // of the grid
};

double width_in_cells(const Mask& mask) {
  const double gap = mask.entries_from > 0 ? kBeforeEntries : 0;
  return (mask.cells.empty() ? 0 : static_cast<double>(mask.cells.front().size())) + gap;
}

double mask_width(const Mask& mask) {
  double width = std::max(width_in_cells(mask) * kCell, svg_text_width(mask.name));
  for (const std::string_view line : split(mask.words, '\n')) {
    width = std::max(width, svg_text_width(line));
  }
  return width;
}

double mask_height(const Mask& mask) {
  const auto lines = static_cast<double>(split(mask.words, '\n').size());
  return kGridHead + static_cast<double>(mask.cells.size()) * kCell + kWordsLine * lines + 14;
}

class MaskSvg {
 public:
  explicit MaskSvg(const MaskPicture& picture) : picture_(picture) {
    place();
    notes_ = svg_lines(picture.notes, width_ - 2 * kMargin);
  }

  std::string write() {
    head();
    for (const Placed& placed : placed_) {
      draw(placed);
    }
    legend();
    return std::move(out_) + "</svg>\n";
  }

 private:
  // From left to right, in as many rows as it takes.
  void place() {
    double left = kMargin;
    double top = kTitleHeight;
    double tallest = 0;
    for (const Mask& mask : picture_.masks) {
      if (left > kMargin && left + mask_width(mask) > kWidestRow) {
        left = kMargin;
        top += tallest + 12;
        tallest = 0;
      }
      placed_.push_back({&mask, left, top + kGridHead});
      left += mask_width(mask) + kBetweenMasks;
      width_ = std::max(width_, left - kBetweenMasks + kMargin);
      tallest = std::max(tallest, mask_height(mask));
    }
    bottom_ = top + tallest;
    width_ = std::ceil(std::max(width_, 2 * kMargin + 1.35 * svg_text_width(picture_.title)));
  }

  void head() {
    const double height = bottom_ + 40 + kSvgLine * static_cast<double>(notes_.size());
    out_ += svg_head({picture_.id, picture_.title, picture_.description, kMargin, width_, height});
  }

  void text(std::string_view shape, double x, double y, std::string_view words) {
    out_ += fmt::format("<text class=\"{}\" x=\"{:g}\" y=\"{:g}\">{}</text>\n", shape, x, y, xml(words));
  }

  void draw(const Placed& placed) {
    const Mask& mask = *placed.mask;
    const auto height = static_cast<double>(mask.cells.size());
    text("letter plain", placed.left, placed.top - 22, mask.name);
    out_ += fmt::format("<g transform=\"translate({:g} {:g}) scale({:g})\">\n", placed.left, placed.top, kCell);
    const double tokens = mask.entries_from > 0 ? static_cast<double>(mask.entries_from) : width_in_cells(mask);
    frame(0, tokens, height);
    if (mask.entries_from > 0) {
      frame(tokens + kBeforeEntries, width_in_cells(mask) - tokens - kBeforeEntries, height);
    }
    for (std::size_t row = 0; row < mask.cells.size(); ++row) {
      draw_row(mask, row);
    }
    out_ += "</g>\n";
    if (mask.entries_from > 0) {
      out_ += fmt::format("<text class=\"label\" x=\"{:g}\" y=\"{:g}\" text-anchor=\"end\">{}</text>\n",
                          placed.left + width_in_cells(mask) * kCell, placed.top - 6, xml(mask.entries));
    }
    double y = placed.top + height * kCell;
    for (const std::string_view line : split(mask.words, '\n')) {
      text("label", placed.left, y += kWordsLine, line);
    }
  }

  void frame(double x, double columns, double rows) {
    out_ += fmt::format(
        "<rect class=\"frame\" x=\"{:g}\" y=\"0\" width=\"{:g}\" height=\"{:g}\" "
        "vector-effect=\"non-scaling-stroke\"/>\n",
        x, columns, rows);
  }

  void draw_row(const Mask& mask, std::size_t row) {
    std::array<std::string, 3> paths;
    const std::vector<CellState>& cells = mask.cells[row];
    for (std::size_t from = 0; from < cells.size();) {
      const bool entries = mask.entries_from > 0 && from >= mask.entries_from;
      const std::size_t end = mask.entries_from > 0 && !entries ? mask.entries_from : cells.size();
      std::size_t to = from + 1;
      while (to < end && cells[to] == cells[from]) {
        ++to;
      }
      if (cells[from] != CellState::future) {
        const double size = brush_of(cells[from]).size;
        const double x = static_cast<double>(from) + (entries ? kBeforeEntries : 0) + (1 - size) / 2;
        paths.at(static_cast<std::size_t>(cells[from])) += fmt::format(
            "M{:g} {:g}h{:g}", x, static_cast<double>(row) + 0.5, static_cast<double>(to - from) - 1 + size);
      }
      from = to;
    }
    out_ += "<g>";
    if (row < mask.rows.size()) {
      out_ += fmt::format("<title>{}</title>", xml(mask.rows[row]));
    }
    for (std::size_t state = 0; state < paths.size(); ++state) {
      if (!paths.at(state).empty()) {
        out_ += stroke(static_cast<CellState>(state), mask.family, paths.at(state));
      }
    }
    out_ += "</g>\n";
  }

  static std::string stroke(CellState state, KindFamily family, std::string_view path) {
    const double size = brush_of(state).size;
    return fmt::format(R"(<path class="{}" d="{}" stroke-width="{:g}" stroke-dasharray="{:g} {:g}"/>)",
                       colour_of(state, family), path, size, size, 1 - size);
  }

  void legend() {
    double x = kMargin;
    const double y = bottom_ + 20;
    for (const CellState state : {CellState::read, CellState::stored, CellState::unseen, CellState::future}) {
      out_ += fmt::format("<g transform=\"translate({:g} {:g}) scale(10)\">", x, y - 10);
      out_ += R"(<rect class="frame" width="1" height="1" vector-effect="non-scaling-stroke"/>)";
      if (state != CellState::future) {
        const double size = brush_of(state).size;
        out_ += stroke(state, KindFamily::plain, fmt::format("M{:g} .5h{:g}", (1 - size) / 2, size));
      }
      out_ += "</g>\n";
      const std::string& words = picture_.states.at(static_cast<std::size_t>(state));
      text("label", x + 16, y, words);
      x += 16 + svg_text_width(words) + 22;
    }
    out_ += svg_notes(notes_, kMargin, y + kSvgLine + 6);
  }

  const MaskPicture& picture_;
  std::vector<std::string> notes_;
  std::vector<Placed> placed_;
  double width_ = 0;
  double bottom_ = 0;
  std::string out_;
};

}  // namespace

std::string write_svg(const MaskPicture& picture) { return MaskSvg(picture).write(); }

}  // namespace kvtally
