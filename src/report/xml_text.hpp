#pragma once

#include <string>
#include <string_view>

namespace kvtally {

/// The text as character data or the value of an attribute of XML 1.0. It has no way to write most control
/// characters; they and bytes that are not UTF-8 become U+FFFD.
std::string xml(std::string_view text);

}  // namespace kvtally
