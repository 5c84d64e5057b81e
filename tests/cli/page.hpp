#pragma once

#include <string>
#include <vector>

namespace kvtally::test {

using Lines = std::vector<std::string>;

/// What a reader of a page does at one place of it: writes a file or types a command.
struct PageStep {
  int line = 0;         // of the page, from 1
  std::string file;     // the name behind the language of a fenced block: ```yaml zoo/mine.yaml
  std::string command;  // what stands behind "$ "
  Lines shown;          // the file's lines, or what the page shows below the command
};

struct Page {
  std::vector<PageStep> steps;  // in the order of the page
  Lines other_lines;            // of code blocks: neither of a file nor below a command
};

/// The README, the pages in docs/ and what else is written for people, by their paths.
std::vector<std::string> documents();

/// The code blocks of a Markdown page: fenced ones, and those that four spaces set apart. A command may go on in
/// further lines behind a backslash.
Page page_of(const std::string& text);

/// What a page shows against what is printed: "..." stands for any lines, else all lines are there, and in this
/// order; spaces at the end of lines do not count. Nothing shown agrees with everything. Returns what was not
/// found, or an empty text.
std::string not_printed(const Lines& shown, const std::string& printed);

}  // namespace kvtally::test
