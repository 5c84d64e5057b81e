#include "report/braille_canvas.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/text.hpp"

namespace kvtally {

namespace {

// Bits of the dots by row and column: Unicode counts the lowest row behind the others.
constexpr std::array<std::array<unsigned, 2>, 4> kDots{{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}};

// U+2800 and the bits, in UTF-8.
std::string braille(unsigned dots) {
  const unsigned point = 0x2800 + dots;
  return {static_cast<char>(0xE0 | (point >> 12U)), static_cast<char>(0x80 | ((point >> 6U) & 0x3FU)),
          static_cast<char>(0x80 | (point & 0x3FU))};
}

std::size_t whole(double value, std::size_t end) {
  return static_cast<std::size_t>(std::clamp(std::floor(value), 0.0, static_cast<double>(end) - 1));
}

}  // namespace

BrailleCanvas::BrailleCanvas(std::size_t columns, std::size_t rows, bool ascii)
    : columns_(std::max<std::size_t>(columns, 1)),
      rows_(std::max<std::size_t>(rows, 1)),
      ascii_(ascii),
      cells_(columns_ * rows_) {}

BrailleCanvas::Cell BrailleCanvas::cell_of(Dot dot) const {
  return {whole(dot.across / 2, columns_), whole(dot.down / 4, rows_)};
}

void BrailleCanvas::dot(Dot dot, Pen pen) {
  const auto [column, row] = cell_of(dot);
  Content& content = cells_[row * columns_ + column];
  const std::size_t across = whole(dot.across, columns_ * 2) % 2;
  const std::size_t down = whole(dot.down, rows_ * 4) % 4;
  content.dots |= kDots.at(down).at(across);
  content.colour = pen.colour;
  content.letter = pen.letter;
}

std::vector<BrailleCanvas::Cell> BrailleCanvas::line(Dot from, Dot to, Pen pen, int every) {
  const double length = std::max(std::abs(to.across - from.across), std::abs(to.down - from.down));
  const int steps = static_cast<int>(std::min(std::ceil(length), 1e5));
  std::vector<Cell> passed;
  for (int i = 0; i <= steps; i += every) {
    const double part = steps == 0 ? 0 : static_cast<double>(i) / steps;
    const Dot next{from.across + (to.across - from.across) * part, from.down + (to.down - from.down) * part};
    dot(next, pen);
    if (passed.empty() || passed.back() != cell_of(next)) {
      passed.push_back(cell_of(next));
    }
  }
  return passed;
}

void BrailleCanvas::text(Cell cell, std::string_view text, int colour) {
  std::size_t column = cell.column;
  for (const std::string_view character : characters(text)) {
    const std::size_t width = display_width(character);
    if (cell.row >= rows_ || column + width > columns_) {
      return;
    }
    if (width == 0) {
      continue;
    }
    Content& content = cells_[cell.row * columns_ + column];
    content.text = character;
    content.colour = colour;
    if (width == 2) {  // its second half takes no cell of its own
      cells_[cell.row * columns_ + column + 1].text = std::string(1, '\0');
    }
    column += width;
  }
}

bool BrailleCanvas::free(Cell cell, std::size_t width) const {
  if (cell.row >= rows_ || cell.column + width > columns_) {
    return false;
  }
  for (std::size_t i = 0; i < width; ++i) {
    if (!at(cell.column + i, cell.row).text.empty()) {
      return false;
    }
  }
  return true;
}

std::string BrailleCanvas::shown(const Content& content) const {
  if (!content.text.empty()) {
    return content.text == std::string(1, '\0') ? "" : content.text;
  }
  if (content.dots == 0) {
    return " ";
  }
  return ascii_ ? std::string(1, content.letter) : braille(content.dots);
}

std::vector<Segment> BrailleCanvas::row(std::size_t index) const {
  std::vector<Segment> out;
  std::size_t end = columns_;
  while (end > 0 && at(end - 1, index).text.empty() && at(end - 1, index).dots == 0) {
    --end;
  }
  for (std::size_t column = 0; column < end; ++column) {
    const Content& content = at(column, index);
    const bool blank = content.text.empty() && content.dots == 0;
    const int colour = blank ? 0 : content.colour;
    if (out.empty() || out.back().colour != colour) {
      out.push_back({"", colour});
    }
    out.back().text += shown(content);
  }
  return out;
}

}  // namespace kvtally
