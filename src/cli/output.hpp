#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "core/print.hpp"
#include "core/problem.hpp"
#include "report/table.hpp"

namespace kvtally::cli {

enum class OutputFormat : unsigned char { table, wide, markdown, csv, json };

/// The options that say how a result is written, and the writing.
struct Output {
  std::string format_name = "table";
  std::string file;
  std::string colour_name = "auto";
  bool si = false;

  std::vector<Option> options();

  Units units() const { return si ? Units::decimal : Units::binary; }
  /// The format, or nothing after saying on standard error that there is none of this name.
  std::optional<OutputFormat> format(std::string_view command) const;
  /// Colour unless NO_COLOR is set, TERM is dumb or the result does not go to a terminal; --color wins.
  Look look() const;
  /// Writes the result to the file or to standard output.
  Exit write(const std::string& text) const;
};

/// Problems on standard error; the exit code for bad input.
Exit report(const Problems& problems);

}  // namespace kvtally::cli
