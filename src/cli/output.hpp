#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "core/print.hpp"
#include "core/problem.hpp"
#include "report/table.hpp"

namespace kvtally::cli {

enum class OutputFormat : unsigned char {
  table,
  wide,
  markdown,
  latex,
  csv,
  json,
  yaml,
  junit,
  github,
  plot,
  svg,
  html
};

/// The options that say how a result is written, and the writing.
struct Output {
  std::vector<OutputFormat> offered{OutputFormat::table, OutputFormat::wide, OutputFormat::markdown,
                                    OutputFormat::latex, OutputFormat::csv,  OutputFormat::json};
  std::optional<std::string> format_name;
  std::optional<std::string> file;
  std::optional<std::string> colour_name;
  bool si = false;

  std::vector<Option> options();

  Units units() const { return si ? Units::decimal : Units::binary; }
  /// The format, or nothing after saying on standard error that none of this name is offered.
  std::optional<OutputFormat> format() const;
  /// Colour unless NO_COLOR is set, TERM is dumb or the result does not go to a terminal; --color wins. With
  /// either setting drawings are ASCII.
  Look look() const;
  /// Writes the result to the file or to standard output.
  Exit write(const std::string& text) const;
};

/// A table in one of the formats of tables; as `table` in any other.
std::string written_table(const Table& table, OutputFormat format, const Look& look);

/// A sheet in one of the usual formats, by its table_of, json_of and text_of.
template <class Sheet>
std::string written_sheet(const Sheet& sheet, OutputFormat format, const Output& output) {
  switch (format) {
    case OutputFormat::json: return json_of(sheet);
    case OutputFormat::table: return text_of(sheet, output.units(), output.look());
    default: return written_table(table_of(sheet, output.units()), format, output.look());
  }
}

/// Problems on standard error. The exit code is that of bad input when one of them is in a file, else of bad
/// usage.
Exit report(const Problems& problems, std::string_view command);

}  // namespace kvtally::cli
