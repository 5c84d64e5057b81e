#include "report/xml_text.hpp"

#include <fmt/format.h>

#include "core/text.hpp"

namespace kvtally {

std::string xml(std::string_view text) {
  std::string out;
  for (const std::string_view character : characters(text)) {
    const auto first = static_cast<unsigned char>(character.front());
    if (character == "&") {
      out += "&amp;";
    } else if (character == "<") {
      out += "&lt;";
    } else if (character == ">") {
      out += "&gt;";
    } else if (character == "\"") {
      out += "&quot;";
    } else if (character == "\n" || character == "\t") {
      out += fmt::format("&#{};", int{first});
    } else if (first < 0x20 || (character.size() == 1 && first >= 0x80) || character == "\xEF\xBF\xBE" ||
               character == "\xEF\xBF\xBF") {
      out += "\xEF\xBF\xBD";
    } else {
      out += character;
    }
  }
  return out;
}

}  // namespace kvtally
