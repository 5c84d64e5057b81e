#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "read/family.hpp"

namespace kvtally {

/// The entry of a model type among the compiled-in modelzoo/families/; nothing when there is none.
std::optional<Family> family_of(std::string_view model_type);

/// Every model type that has an entry, sorted.
std::vector<std::string_view> family_types();

/// Why models of a type have no cache to tell of, or none that is known (modelzoo/config/refused.yaml); nothing
/// when it is not one of those.
std::optional<std::string_view> refusal_of(std::string_view model_type);

}  // namespace kvtally
