#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "report/strip.hpp"
#include "report/table.hpp"

namespace kvtally {

namespace {

constexpr std::string_view kColumnGap = "  ";
constexpr std::size_t kBelowIndent = 9;  // of what stands below a row

std::string cell_text(const Cell& cell, bool colour) {
  if (cell.segments.empty()) {
    return cell.text;
  }
  std::string out;
  for (const Segment& segment : cell.segments) {
    out += painted(segment, colour);
  }
  return out;
}

class TextWriter {
 public:
  TextWriter(const Table& table, const Look& look, Shown target) : table_(table), look_(look) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const Column& column = table.columns[i];
      if ((column.shown & target) == 0) {
        continue;
      }
      (column.below && target == kTerminal ? below_ : beside_).push_back(i);
    }
    for (const std::size_t i : beside_) {
      Widths widths{display_width(table.columns[i].title), 0};
      for (const auto& row : table.rows) {
        widths.text = std::max(widths.text, display_width(row[i].text));
        widths.mark = std::max(widths.mark, display_width(row[i].mark));
      }
      widths_.push_back(widths);
    }
  }

  std::string write() {
    if (!table_.title.empty()) {
      out_ += table_.title + "\n\n";
    }
    std::vector<Cell> titles;
    for (const Column& column : table_.columns) {
      titles.push_back({column.title, {}, {}, {}});
    }
    line(titles);
    for (const auto& row : table_.rows) {
      line(row);
      below(row);
    }
    legend();
    paragraphs(table_.notes);
    paragraphs(table_.footer);
    return std::move(out_);
  }

 private:
  void line(const std::vector<Cell>& row) {
    std::string text;
    for (std::size_t i = 0; i < beside_.size(); ++i) {
      const Cell& cell = row[beside_[i]];
      const std::string padding(widths_[i].text - display_width(cell.text), ' ');
      const std::string behind(widths_[i].mark - display_width(cell.mark), ' ');
      const std::string shown = cell_text(cell, look_.colour);
      text += i == 0 ? "" : kColumnGap;
      // Marks stand behind the aligned text, so that numbers keep their columns.
      const bool right = table_.columns[beside_[i]].align == Align::right;
      text += fmt::format("{}{}{}{}{}", right ? padding : "", shown, cell.mark, behind, right ? "" : padding);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    out_ += text + '\n';
  }

  void below(const std::vector<Cell>& row) {
    for (const std::size_t i : below_) {
      for (const std::string_view paragraph : split(row[i].text, '\n')) {
        for (const std::string& text : wrap(paragraph, look_.width - kBelowIndent)) {
          out_ += std::string(kBelowIndent, ' ') + text + '\n';
        }
      }
    }
  }

  void legend() {
    if (table_.legend.empty()) {
      return;
    }
    out_ += '\n';
    std::size_t column = 0;
    for (const Segment& segment : table_.legend) {
      const std::size_t width = display_width(segment.text);
      if (column > 0 && column + kColumnGap.size() + width > look_.width) {
        out_ += '\n';
        column = 0;
      }
      out_ += column == 0 ? "" : kColumnGap;
      out_ += painted({segment.text.substr(0, 1), segment.colour}, look_.colour) + segment.text.substr(1);
      column += width + (column == 0 ? 0 : kColumnGap.size());
    }
    out_ += '\n';
  }

  void paragraphs(const std::vector<std::string>& texts) {
    out_ += texts.empty() ? "" : "\n";
    for (const std::string& whole : texts) {
      for (const std::string& text : wrap(whole, look_.width)) {
        out_ += text + '\n';
      }
    }
  }

  struct Widths {
    std::size_t text;
    std::size_t mark;
  };

  const Table& table_;
  const Look& look_;
  std::vector<std::size_t> beside_;
  std::vector<std::size_t> below_;
  std::vector<Widths> widths_;
  std::string out_;
};

}  // namespace

std::string write_text(const Table& table, const Look& look) { return TextWriter(table, look, kTerminal).write(); }

std::string write_wide(const Table& table, const Look& look) { return TextWriter(table, look, kWide).write(); }

}  // namespace kvtally
