#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "core/text.hpp"
#include "page/html_parts.hpp"
#include "report/xml_text.hpp"

namespace kvtally {

namespace {

bool is_number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

constexpr std::size_t kLong = 40;  // columns of a terminal: a cell with more wraps

const std::string& raw_of(const Cell& cell) { return cell.raw.empty() ? cell.text : cell.raw; }

class HtmlTable {
 public:
  explicit HtmlTable(const SectionTable& table) : table_(table.table), id_("table-" + xml(table.name)) {
    for (std::size_t i = 0; i < table_.columns.size(); ++i) {
      if ((table_.columns[i].shown & kMarkdown) != 0) {
        columns_.push_back(i);
        numbers_.push_back(holds_numbers(i));
      }
    }
  }

  std::string write() {
    // A table of two rows is read, not sorted.
    out_ = fmt::format(
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-labelledby=\"{0}-caption\">\n"
        "<table class=\"data\" id=\"{0}\"{1}>\n<caption id=\"{0}-caption\">{2}</caption>\n",
        id_, table_.rows.size() > 2 ? " data-sortable" : "", xml(table_.title));
    head();
    out_ += "<tbody>\n";
    for (const auto& cells : table_.rows) {
      row(cells);
    }
    out_ += "</tbody>\n</table>\n</div>\n";
    below();
    return std::move(out_);
  }

 private:
  // Whether half of a column's cells at least are numbers; a text that is one now and then sorts as a text.
  bool holds_numbers(std::size_t column) const {
    std::ptrdiff_t numbers = 0;
    std::ptrdiff_t texts = 0;
    for (const std::vector<Cell>& row : table_.rows) {
      const std::string& raw = raw_of(row[column]);
      numbers += is_number(raw) ? 1 : 0;
      texts += raw.empty() || is_number(raw) ? 0 : 1;
    }
    return numbers > 0 && numbers >= texts;
  }

  // The class attribute of a shown column's cells.
  std::string_view name(std::size_t column) const {
    const std::size_t at = columns_[column];
    if (numbers_[column]) {
      return " class=\"number\"";
    }
    const auto is_long = [&](const std::vector<Cell>& row) { return display_width(row[at].text) > kLong; };
    if (std::ranges::any_of(table_.rows, is_long)) {
      return " class=\"long\"";
    }
    return table_.columns[at].align == Align::right ? " class=\"right\"" : "";
  }

  void head() {
    out_ += "<thead>\n<tr>";
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const Column& column = table_.columns[columns_[i]];
      out_ += fmt::format("<th scope=\"col\" data-sort-method=\"{}\"{}>{}</th>", numbers_[i] ? "number" : "text",
                          name(i), xml(column.title.empty() ? column.key : column.title));
    }
    out_ += "</tr>\n</thead>\n";
  }

  // What is no number in a column of numbers has an empty value, which sorts behind them.
  void row(const std::vector<Cell>& cells) {
    out_ += "<tr>";
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const Cell& cell = cells[columns_[i]];
      const std::string& raw = raw_of(cell);
      const std::string sort = numbers_[i] ? fmt::format(" data-sort=\"{}\"", is_number(raw) ? xml(raw) : "") : "";
      const std::string mark =
          cell.mark.empty() ? "" : fmt::format("<sup class=\"mark\">{}</sup>", xml(cell.mark));
      const std::string_view tag = i == 0 ? "th" : "td";
      out_ += fmt::format("<{0}{1}{2}{3}>{4}{5}</{0}>", tag, i == 0 ? " scope=\"row\"" : "", name(i), sort,
                          xml(cell.text), mark);
    }
    out_ += "</tr>\n";
  }

  void below() {
    if (!table_.notes.empty() || !table_.footer.empty()) {
      out_ += "<ul class=\"notes\">\n";
      for (const std::vector<std::string>* texts : {&table_.notes, &table_.footer}) {
        for (const std::string& item : *texts) {
          out_ += fmt::format("<li>{}</li>\n", xml(item));
        }
      }
      out_ += "</ul>\n";
    }
  }

  const Table& table_;
  std::string id_;
  std::vector<std::size_t> columns_;  // those that are shown
  std::vector<bool> numbers_;         // which of them hold numbers
  std::string out_;
};

}  // namespace

std::string html_table(const SectionTable& table) { return HtmlTable(table).write(); }

}  // namespace kvtally
