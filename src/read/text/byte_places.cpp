#include "read/text/byte_places.hpp"

#include <algorithm>

#include "core/text.hpp"

namespace kvtally {

Place Places::at(std::size_t offset) {
  offset = std::min(offset, text_.size());
  if (offset < byte_) {
    byte_ = 0;
    place_ = {1, 1};
  }
  std::string_view between = text_.substr(byte_, offset - byte_);
  for (std::size_t end = between.find('\n'); end != std::string_view::npos; end = between.find('\n')) {
    place_ = {place_.line + 1, 1};
    between.remove_prefix(end + 1);
  }
  place_.column += static_cast<std::uint32_t>(characters(between).size());
  byte_ = offset;
  return place_;
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
