#include "read/yaml_text.hpp"

#include <algorithm>

#include "core/text.hpp"

namespace kvtally {

Place Places::of(int line, int column, int position) {
  if (line < 0 || column < 0 || column > position) {
    return {};
  }
  const auto byte = std::min(static_cast<std::size_t>(position), text_.size());
  if (line != line_ || byte < byte_) {
    line_ = line;
    byte_ = byte - std::min(static_cast<std::size_t>(column), byte);
    character_ = 0;
  }
  character_ += characters(text_.substr(byte_, byte - byte_)).size();
  byte_ = byte;
  return {static_cast<std::uint32_t>(line + 1), static_cast<std::uint32_t>(character_ + 1)};
}

bool quote_closes(std::string_view text) {
  const char quote = text.front();
  for (std::size_t i = 1; i < text.size(); ++i) {
    const bool doubled = quote == '\'' && text.substr(i).starts_with("''");
    if (doubled || (quote == '"' && text[i] == '\\')) {
      ++i;
    } else if (text[i] == quote) {
      return true;
    }
  }
  return false;
}

std::optional<Place> tab_in_indentation(std::string_view text, std::uint32_t last) {
  for (std::uint32_t line = 1; line <= last && !text.empty(); ++line) {
    const std::size_t end = std::min(text.find_first_not_of(' '), text.size());
    if (end < text.size() && text[end] == '\t') {
      return Place{line, static_cast<std::uint32_t>(end + 1)};
    }
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  }
  return std::nullopt;
}

Place first_bad_byte(std::string_view text) {
  Place place{1, 1};
  for (const std::string_view character : characters(text)) {
    if (!is_utf8(character)) {
      break;
    }
    place = character == "\n" ? Place{place.line + 1, 1} : Place{place.line, place.column + 1};
  }
  return place;
}

}  // namespace kvtally
