#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kvtally {

/// The text in lines of at most `width` columns, each with its line end. An empty text is an empty line.
std::string wrapped(std::string_view text, std::size_t width);

/// An empty line, the title (both only where there is one), and each item behind "- " in lines of at most `width`
/// columns, `indent` of them empty at the left. Nothing without items.
std::string bullets(std::string_view title, const std::vector<std::string>& items, std::size_t width,
                    std::size_t indent = 0);

/// A label in the first `label_width` columns, and behind it the text in lines of at most `width` columns in all.
std::string labelled(std::string_view label, std::string_view text, std::size_t width, std::size_t label_width);

}  // namespace kvtally
