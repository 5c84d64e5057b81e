#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace kvtally {

/// A default of a configuration class of transformers.
struct ClassDefault {
  std::string_view key;
  std::int64_t value;
};

/// What a class of transformers fills in when a config.json leaves a shape value out.
struct ClassDefaults {
  std::string_view model_type;
  std::string_view class_name;
  std::span<const ClassDefault> values;

  std::optional<std::int64_t> find(std::string_view key) const;
};

/// The defaults of a model type's class; null when none are known.
const ClassDefaults* class_defaults(std::string_view model_type);

}  // namespace kvtally
