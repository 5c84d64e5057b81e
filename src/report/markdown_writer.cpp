#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "report/table.hpp"

namespace kvtally {

namespace {

// What Markdown would read as its own.
std::string markdown_escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '|' || c == '*' || c == '_' || c == '<' || c == '`' || c == '\\') {
      out += '\\';
    }
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

// The last column is not padded: remarks would make every line as long as the longest.
std::string table_line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths,
                       const std::vector<Align>& aligns) {
  std::string out = "|";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const bool last = i + 1 == cells.size();
    out += fmt::format(" {} |", last ? cells[i] : padded(cells[i], widths[i], aligns[i]));
  }
  return out + '\n';
}

}  // namespace

std::string padded(const std::string& text, std::size_t width, Align align) {
  const std::string padding(width - std::min(width, display_width(text)), ' ');
  return align == Align::right ? padding + text : text + padding;
}

std::string write_markdown(const Table& table) {
  std::vector<std::vector<std::string>> rows(table.rows.size() + 1);
  std::vector<std::size_t> widths;
  std::vector<Align> aligns;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const Column& column = table.columns[i];
    if ((column.shown & kMarkdown) == 0) {
      continue;
    }
    rows.front().push_back(markdown_escaped(column.title));
    std::size_t width = std::max<std::size_t>(3, display_width(rows.front().back()));
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
      rows[r + 1].push_back(markdown_escaped(table.rows[r][i].text + table.rows[r][i].mark));
      width = std::max(width, display_width(rows[r + 1].back()));
    }
    widths.push_back(width);
    aligns.push_back(column.align);
  }
  std::vector<std::string> rule;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const std::size_t width = i + 1 == widths.size() ? 3 : widths[i];
    rule.push_back(std::string(width - 1, '-') + (aligns[i] == Align::right ? ':' : '-'));
  }
  std::string out = table.title.empty() ? "" : fmt::format("## {}\n\n", markdown_escaped(table.title));
  out += table_line(rows.front(), widths, aligns) + table_line(rule, widths, aligns);
  for (std::size_t r = 1; r < rows.size(); ++r) {
    out += table_line(rows[r], widths, aligns);
  }
  std::vector<std::string> legend;
  for (const Segment& segment : table.legend) {
    legend.push_back(
        segment.text.substr(segment.text.find(' ') + 1));  // without the letter: there is no strip here
  }
  if (!legend.empty()) {
    out += fmt::format("\n{}\n", markdown_escaped(fmt::format("{}", fmt::join(legend, "; "))));
  }
  for (const std::vector<std::string>* list : {&table.notes, &table.footer}) {
    out += list->empty() ? "" : "\n";
    for (const std::string& item : *list) {
      out += fmt::format("- {}\n", markdown_escaped(item));
    }
  }
  return out;
}

std::string joined(const std::vector<Table>& tables, std::string (*write)(const Table&)) {
  std::string out;
  for (const Table& table : tables) {
    out += (out.empty() ? "" : "\n") + write(table);
  }
  return out;
}

}  // namespace kvtally
