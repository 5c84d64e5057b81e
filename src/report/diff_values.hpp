#pragma once

#include <optional>
#include <string>

#include "core/wide.hpp"

namespace kvtally {

/// The number that a value of JSON is; nothing for another text, or none.
std::optional<double> number_of(const std::optional<std::string>& text);
/// The same of a whole number of 64 bits.
std::optional<Wide> whole_of(const std::optional<std::string>& text);

/// The words that changed, where both texts have as many and more than one: "1024 -> 4096".
std::string moved_words(const std::optional<std::string>& old, const std::optional<std::string>& now);

/// Whether a path of an output leads to what was asked or what a model is: by its last key, whatever entries of
/// lists stand behind that.
bool is_setting(const std::string& path);

}  // namespace kvtally
