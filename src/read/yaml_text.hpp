#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/problem.hpp"

/// What is to be known of a YAML text beside its values, and what yaml-cpp does not say.
namespace kvtally {

/// Turns byte offsets into places. Asked in the order of the text it counts each character once, so that a
/// document on one line takes no longer than one on many.
class Places {
 public:
  explicit Places(std::string_view text) : text_(text) {}

  /// `line` and `column` count from 0, the column in bytes, as yaml-cpp counts them.
  Place of(int line, int column, int position);

 private:
  std::string_view text_;
  int line_ = -1;
  std::size_t byte_ = 0;       // up to which the characters of the line are counted
  std::size_t character_ = 0;  // how many these are
};

/// Whether the quote that a scalar begins with is closed: yaml-cpp takes the end of the text for one.
bool quote_closes(std::string_view scalar_and_rest);

/// The first tab among the lines up to `last` that is part of an indentation: YAML wants spaces there, and
/// yaml-cpp complains of something else.
std::optional<Place> tab_in_indentation(std::string_view text, std::uint32_t last);

/// Where the first byte stands that is not UTF-8.
Place first_bad_byte(std::string_view text);

}  // namespace kvtally
