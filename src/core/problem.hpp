#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace kvtally {

/// A place in a text that was read. Lines and columns count from 1, columns in characters; 0 means "no place".
struct Place {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  friend bool operator==(const Place&, const Place&) = default;
  friend auto operator<=>(const Place&, const Place&) = default;
};

/// One thing that is wrong with an input.
struct Problem {
  std::string file;  // the name that the user gave, "<stdin>" for standard input
  Place place;
  std::string what;        // what was found
  std::string expected;    // what was expected; may be empty
  std::string suggestion;  // the nearest name that would have been right; may be empty
  std::string excerpt;     // the source line, without its line end; may be empty
  friend bool operator==(const Problem&, const Problem&) = default;
};

using Problems = std::vector<Problem>;

/// As many problems of one file are collected; a file with more is not a description with mistakes.
inline constexpr std::size_t kMostProblems = 100;

template <class T>
using Expected = std::expected<T, Problems>;

/// The problems in the order of their places, each once.
Problems distinct(Problems problems);

/// The line of `text` that `place` is in, without its line end and byte order mark.
std::string_view line_of(std::string_view text, Place place);

/// That line as it is shown under a problem: control characters become spaces and a
/// line of more than 200 characters is cut.
std::string excerpt_of(std::string_view text, Place place);

/// `file:line:column: what; expected …`, the line with a caret under the column, and a did-you-mean.
std::string render(const Problem& problem);

/// All problems, each as `render` writes it.
std::string render(const Problems& problems);

}  // namespace kvtally
