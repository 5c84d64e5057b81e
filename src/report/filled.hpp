#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.hpp"

namespace kvtally {

/// Figures in words, by the names that texts call them by.
using Values = std::map<std::string, std::string, std::less<>>;

/// The text with each {name} replaced by its value; a brace is written twice. Refused, without a place: a name
/// that has no value (with the nearest that has one), a brace that is not closed.
Expected<std::string> filled(std::string_view text, const Values& values);

/// The same with values that are found when they are asked for.
using ValueOf = std::function<Expected<std::string>(std::string_view name)>;
Expected<std::string> filled_with(std::string_view text, const ValueOf& value_of);

/// The same of a text that the program holds itself: a name that has no value is its fault, std::logic_error.
std::string fill(std::string_view text, const Values& values);

/// Says a text of the program's with its values, in the language of who reads it; in English that is `fill`.
using Say = std::function<std::string(std::string_view english, const Values& values)>;

/// The problem of a text that asks for a name which is none of `names`.
Problem unknown_value(std::string_view name, const std::vector<std::string_view>& names);

}  // namespace kvtally
