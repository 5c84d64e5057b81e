#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "core/problem.hpp"

namespace kvtally {

/// Figures in words, by the names that texts call them by.
using Values = std::map<std::string, std::string, std::less<>>;

/// The text with each {name} replaced by its value; a brace is written twice. Refused, without a place: a name
/// that has no value (with the nearest that has one), a brace that is not closed.
Expected<std::string> filled(std::string_view text, const Values& values);

}  // namespace kvtally
