#include "read/text/yaml_text.hpp"

#include <algorithm>

namespace kvtally {

namespace {

// With both quotes; 0 when it is not closed.
std::size_t quoted_length(std::string_view text) {
  const char quote = text.front();
  for (std::size_t i = 1; i < text.size(); ++i) {
    const bool doubled = quote == '\'' && text.substr(i).starts_with("''");
    if (doubled || (quote == '"' && text[i] == '\\')) {
      ++i;
    } else if (text[i] == quote) {
      return i + 1;
    }
  }
  return 0;
}

}  // namespace

bool quote_closes(std::string_view text) { return quoted_length(text) > 0; }

std::optional<Place> tab_in_indentation(std::string_view text, std::uint32_t line) {
  const std::string_view found = line_of(text, {line, 1});
  const std::size_t end = found.find_first_not_of(' ');
  if (end == std::string_view::npos || found[end] != '\t') {
    return std::nullopt;
  }
  return Place{line, static_cast<std::uint32_t>(end + 1)};
}

bool bracket_closes(std::string_view text) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool begins = i == 0 || std::string_view(" \t\n,[{:").contains(text[i - 1]);
    if ((c == '"' || c == '\'') && begins) {
      const std::size_t length = quoted_length(text.substr(i));
      if (length == 0) {
        return false;
      }
      i += length - 1;
    } else if (c == '#' && begins) {
      i = std::min(text.find('\n', i), text.size()) - 1;
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if ((c == ']' || c == '}') && --depth == 0) {
      return true;
    }
  }
  return false;
}

}  // namespace kvtally
