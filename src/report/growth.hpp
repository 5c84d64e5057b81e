#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "reference/cache/container_list.hpp"

namespace kvtally {

/// How a container grows, in words, from what two of them did that differ in their size alone. A number that
/// followed the size is said by the size's name: "one entry a token, up to W".
std::string growth_of(const reference::Course& small, const reference::Course& large, std::string_view size_name);

/// The most tokens that it can hold, in the same way: "4 x num_blocks"; nothing where it has no maximum.
std::optional<std::string> limit_of(const reference::Course& small, const reference::Course& large,
                                    std::string_view size_name);

}  // namespace kvtally
