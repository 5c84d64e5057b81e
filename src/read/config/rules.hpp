#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "read/translation.hpp"

namespace kvtally {

/// Which of a config.json's keys say what a layer keeps: one for all model types that are read alike.
struct Rule {
  std::string_view name;  // as modelzoo/families/ calls it
  void (*translate)(Translation&);
};

/// All rules, sorted by name.
std::span<const Rule> all_rules();
/// A rule by its name; null when there is none.
const Rule* rule_of(std::string_view name);
std::vector<std::string_view> rule_names();

}  // namespace kvtally
