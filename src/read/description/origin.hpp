#pragma once

#include <string>
#include <vector>

#include "core/problem.hpp"

namespace kvtally {

/// Where one value of a layer came from.
struct Origin {
  std::string layer;  // the layer type that used it
  std::string key;
  std::string value;
  Place place;      // in the file that was read; no place: it was derived
  std::string how;  // "given", or the rule it was derived by
  friend bool operator==(const Origin&, const Origin&) = default;
};

using Origins = std::vector<Origin>;

}  // namespace kvtally
