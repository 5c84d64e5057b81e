#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/problem.hpp"

/// What is to be known of a YAML text beside its values, and what yaml-cpp does not say.
namespace kvtally {

/// Whether the quote that a scalar begins with is closed: yaml-cpp takes the end of the text for one.
bool quote_closes(std::string_view scalar_and_rest);

/// Whether the bracket that a list or map begins with is closed: of one that is not, yaml-cpp makes a key.
bool bracket_closes(std::string_view list_and_rest);

/// The tab that is part of the line's indentation: YAML wants spaces there, and yaml-cpp complains of something
/// else.
std::optional<Place> tab_in_indentation(std::string_view text, std::uint32_t line);

}  // namespace kvtally
