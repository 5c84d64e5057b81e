#pragma once

#include <cstdint>
#include <string_view>

#include "core/problem.hpp"

namespace kvtally {

/// Turns byte offsets of a text into places. Asked in the order of the text it counts each byte and character
/// once, so that a document on one line takes no longer than one on many.
class Places {
 public:
  explicit Places(std::string_view text) : text_(text) {}

  Place at(std::size_t offset);

 private:
  std::string_view text_;
  std::size_t byte_ = 0;  // up to which lines and characters are counted
  Place place_{1, 1};     // of that byte
};

/// Where the first byte stands that is not UTF-8.
Place first_bad_byte(std::string_view text);

}  // namespace kvtally
