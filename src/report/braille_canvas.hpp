#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/table.hpp"

namespace kvtally {

/// What a cell is drawn with.
struct Pen {
  int colour = 0;     // of the 256-colour palette; 0: the terminal's own
  char letter = '*';  // instead of dots where there is only ASCII
};

/// Terminal cells of two by four dots each, with text in front of them.
class BrailleCanvas {
 public:
  BrailleCanvas(std::size_t columns, std::size_t rows, bool ascii);

  std::size_t columns() const { return columns_; }
  std::size_t rows() const { return rows_; }
  double dots_across() const { return static_cast<double>(columns_ * 2); }
  double dots_down() const { return static_cast<double>(rows_ * 4); }

  struct Dot {
    double across;  // from the left, 0 to dots_across()
    double down;    // from the top
  };
  struct Cell {
    std::size_t column;
    std::size_t row;
    friend bool operator==(const Cell&, const Cell&) = default;
  };

  /// The cell of a dot; what lies outside is drawn at the edge.
  Cell cell_of(Dot dot) const;

  /// A line of dots, every `every`th of them; returns the cells that it passes, in order, each once.
  std::vector<Cell> line(Dot from, Dot to, Pen pen, int every = 1);

  /// Text in front of the dots; what passes the right edge is cut off.
  void text(Cell cell, std::string_view text, int colour);

  /// Whether no text stands in these cells of a row.
  bool free(Cell cell, std::size_t width = 1) const;

  /// A row in colours, without spaces at its end.
  std::vector<Segment> row(std::size_t index) const;

 private:
  struct Content {
    unsigned dots = 0;  // bits of the braille pattern
    std::string text;   // in front of them; may be empty
    int colour = 0;
    char letter = '*';
  };

  void dot(Dot dot, Pen pen);
  std::string shown(const Content& content) const;
  const Content& at(std::size_t column, std::size_t row) const { return cells_[row * columns_ + column]; }

  std::size_t columns_;
  std::size_t rows_;
  bool ascii_;
  std::vector<Content> cells_;
};

}  // namespace kvtally
