#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/wide.hpp"

namespace kvtally {

enum class Align : std::uint8_t { left, right };

/// Which outputs a column stands in.
enum Shown : std::uint8_t { kTerminal = 1, kWide = 2, kMarkdown = 4, kCsv = 8, kEverywhere = 15 };

struct Column {
  std::string key;    // in CSV
  std::string title;  // for people
  Align align = Align::left;
  std::uint8_t shown = kEverywhere;
  bool below = false;  // in a terminal: under the row, each line of the text on lines of its own
};

/// A piece of a cell with a colour (an entry of the 256-colour palette; 0: none).
struct Segment {
  std::string text;
  int colour = 0;
  friend bool operator==(const Segment&, const Segment&) = default;
};

struct Cell {
  std::string text;               // for people
  std::string raw;                // for programs; the text when empty
  std::vector<Segment> segments;  // the text in colours; may be empty
  std::string mark;               // of a footnote, behind the text
};

/// A cell of plain text, and beside it what programs read, where that is something else.
inline Cell text_cell(std::string text, std::string raw = {}) { return {std::move(text), std::move(raw), {}, {}}; }

/// A column for people alone: it has no key.
inline Column titled_column(std::string title, Align align = Align::left) {
  return {"", std::move(title), align, kEverywhere, false};
}

/// What a report shows, before a format is chosen: one writer for each format takes it from here.
struct Table {
  std::string title;
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;
  std::vector<Segment> legend;      // what the letters of strips stand for
  std::vector<std::string> notes;   // under the table
  std::vector<std::string> footer;  // under the notes
};

/// How a terminal output may look.
struct Look {
  bool colour = false;
  std::size_t width = 100;
  bool ascii = false;  // no signs beyond it in drawings
};

/// Aligned columns within look.width; columns that stand below a row are wrapped.
std::string write_text(const Table& table, const Look& look);
/// Every column in one line each row, as wide as it takes.
std::string write_wide(const Table& table, const Look& look);
/// A GitHub-flavoured Markdown table, its title as a heading, its notes as a list.
std::string write_markdown(const Table& table);
/// The columns of Markdown for LaTeX with booktabs; more rows than a page has as a longtable.
std::string write_latex(const Table& table);
/// Tables of one result, an empty line between them.
std::string joined(const std::vector<Table>& tables, std::string (*write)(const Table&));
/// RFC 4180, with a header line and line feeds.
std::string write_csv(const Table& table);

/// A whole number as programs read it: its digits, not in groups.
std::string plain_digits(Wide value);
/// The text with spaces up to `width` columns: behind it, or before it where it is aligned to the right.
std::string padded(const std::string& text, std::size_t width, Align align = Align::left);

}  // namespace kvtally
