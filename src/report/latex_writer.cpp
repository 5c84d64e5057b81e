#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "report/table.hpp"

namespace kvtally {

namespace {

constexpr std::size_t kMostRows = 30;  // of a table on one page
constexpr std::size_t kLongCell = 48;  // columns, from which on a cell has lines of its own
constexpr std::string_view kLatexIndent = "    ";

// What LaTeX would read as its own. A bracket behind `\\` would be an argument of it, and two hyphens a dash.
std::string latex_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '\\': out += "\\textbackslash{}"; break;
      case '~': out += "\\textasciitilde{}"; break;
      case '^': out += "\\textasciicircum{}"; break;
      case '<': out += "\\textless{}"; break;
      case '>': out += "\\textgreater{}"; break;
      case '|': out += "\\textbar{}"; break;
      case '`': out += "\\textasciigrave{}"; break;
      case '"': out += "\\textquotedbl{}"; break;
      case '[':
      case ']': out += fmt::format("{{{}}}", c); break;
      case '{':
      case '}':
      case '$':
      case '&':
      case '#':
      case '%':
      case '_': out += fmt::format("\\{}", c); break;
      case '-': out += out.ends_with('-') ? "{}-" : "-"; break;
      default: out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
    }
  }
  return out;
}

class LatexWriter {
 public:
  explicit LatexWriter(const Table& table) : table_(table), long_(table.rows.size() > kMostRows) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      if ((table.columns[i].shown & kMarkdown) != 0) {
        shown_.push_back(i);
      }
    }
  }

  std::string write() {
    // \textquotedbl is not in the encoding that LaTeX begins with.
    out_ = fmt::format("% \\usepackage[T1]{{fontenc}} \\usepackage{{booktabs{}}}\n", long_ ? ",longtable" : "");
    long_ ? as_pages() : as_float();
    return std::move(out_);
  }

 private:
  bool wraps(std::size_t column) const {
    return std::ranges::any_of(table_.rows,
                               [&](const auto& row) { return display_width(row[column].text) > kLongCell; });
  }

  // Long cells share a part of the line.
  std::string columns() const {
    const auto wrapping = std::ranges::count_if(shown_, [&](std::size_t i) { return wraps(i); });
    const double part = wrapping < 2 ? 0.4 : 0.5 / static_cast<double>(wrapping);
    std::string out;
    for (const std::size_t i : shown_) {
      out += wraps(i)                                  ? fmt::format("p{{{:.2g}\\linewidth}}", part)
             : table_.columns[i].align == Align::right ? "r"
                                                       : "l";
    }
    return out;
  }

  void row(auto&& text_of) {
    std::string cells;
    for (const std::size_t i : shown_) {
      cells += (i == shown_.front() ? "" : " & ") + latex_escaped(text_of(i));
    }
    out_ += fmt::format("{}{} \\\\\n", kLatexIndent, cells);
  }

  void head() {
    out_ += fmt::format("{}\\toprule\n", kLatexIndent);
    row([&](std::size_t i) { return table_.columns[i].title; });
    out_ += fmt::format("{}\\midrule\n", kLatexIndent);
  }

  void body() {
    for (const auto& cells : table_.rows) {
      row([&](std::size_t i) { return cells[i].text + cells[i].mark; });
    }
    out_ += long_ ? "" : fmt::format("{}\\bottomrule\n", kLatexIndent);
  }

  std::string caption() const {
    return table_.title.empty() ? "" : fmt::format("\\caption{{{}}}", latex_escaped(table_.title));
  }

  void as_float() {
    out_ += "\\begin{table}\n  \\centering\n";
    out_ += table_.title.empty() ? "" : fmt::format("  {}\n", caption());
    out_ += fmt::format("  \\begin{{tabular}}{{{}}}\n", columns());
    head();
    body();
    out_ += "  \\end{tabular}\n";
    notes("  ");
    out_ += "\\end{table}\n";
  }

  // The head again on each page.
  void as_pages() {
    out_ += fmt::format("{{\\small\n\\begin{{longtable}}{{{}}}\n", columns());
    out_ += table_.title.empty() ? "" : fmt::format("{}{} \\\\\n", kLatexIndent, caption());
    head();
    out_ += fmt::format("{0}\\endhead\n{0}\\bottomrule\n{0}\\endlastfoot\n", kLatexIndent);
    body();
    out_ += "\\end{longtable}\n}\n";
    notes("");
  }

  void notes(std::string_view indent) {
    std::vector<std::string> lines = table_.notes;
    lines.insert(lines.end(), table_.footer.begin(), table_.footer.end());
    if (lines.empty()) {
      return;
    }
    out_ += fmt::format("{}\\par\\smallskip{{\\footnotesize\\raggedright\n", indent);
    for (const std::string& line : lines) {
      out_ += fmt::format("{}{}\\par\n", indent, latex_escaped(line));
    }
    out_ += fmt::format("{}}}\n", indent);
  }

  const Table& table_;
  bool long_;
  std::vector<std::size_t> shown_;
  std::string out_;
};

}  // namespace

std::string write_latex(const Table& table) { return LatexWriter(table).write(); }

}  // namespace kvtally
