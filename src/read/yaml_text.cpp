#include "read/yaml_text.hpp"

#include <algorithm>

namespace kvtally {

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

}  // namespace kvtally
