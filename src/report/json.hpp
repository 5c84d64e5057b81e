#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "core/quantity.hpp"

namespace kvtally {

/// Members in the order in which they were added.
using Json = nlohmann::ordered_json;

/// A whole quantity; it must fit into 64 bits (account/figures.hpp, printable).
template <class Unit>
std::int64_t number(Quantity<Unit> quantity) {
  return static_cast<std::int64_t>(quantity.value);
}

/// A fraction: an integer when it is whole, else the nearest double.
template <class Q>
Json number(Fraction<Q> fraction) {
  if (fraction.whole()) {
    return static_cast<std::int64_t>(fraction.floor());
  }
  return fraction.approximate();
}

/// The number, or null for what is not published.
Json number_or_null(const std::optional<std::int64_t>& value);

/// The text, or null where it is empty.
Json text_or_null(const std::string& text);

/// An object `{"schema": "kvtally.NAME/1"}` to add to.
Json document(const std::string& name);

/// Indented by two, with a line end. Bytes that are not UTF-8 (in a file name, say) are replaced.
std::string print(const Json& json);

}  // namespace kvtally
