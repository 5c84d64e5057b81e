#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kvtally {

/// Whether the bytes are well-formed UTF-8.
bool is_utf8(std::string_view text);

/// The characters (code points) of a text; a byte that is not UTF-8 stands for itself.
std::vector<std::string_view> characters(std::string_view text);
template <std::same_as<std::string> Temporary>
std::vector<std::string_view> characters(Temporary&& text) = delete;

/// Terminal columns that the text takes: 2 for a wide character, 0 for a combining one.
std::size_t display_width(std::string_view text);

/// The text without spaces at its ends.
std::string_view trim(std::string_view text);

/// The pieces between `separator`, each trimmed; an empty text has no pieces.
std::vector<std::string_view> split(std::string_view text, char separator);
/// The pieces would outlive a temporary text.
template <std::same_as<std::string> Temporary>
std::vector<std::string_view> split(Temporary&& text, char separator) = delete;

/// ASCII letters made small.
std::string lower(std::string_view text);

/// The words of a text in lines of at most `width` columns; a longer word has a line of its own.
std::vector<std::string> wrap(std::string_view text, std::size_t width);

}  // namespace kvtally
