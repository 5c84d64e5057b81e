#pragma once

#include <optional>
#include <string>

#include "read/config/config.hpp"
#include "read/family.hpp"
#include "read/fields.hpp"

namespace kvtally {

/// Where a config.json describes its language model, and by which rule that is read.
struct LanguagePart {
  std::string path;  // "text_config", "thinker_config.text_config"; empty: the whole file
  const Node* node = nullptr;
  Family family;                                          // of the language model
  std::set<std::string, std::less<>> irrelevant_outside;  // keys of the file that its own type knows
  std::vector<std::string> assumptions;
};

/// Nothing after the problem is noted: no model type, one without a rule, or one whose models have no cache.
std::optional<LanguagePart> language_part(const Fields& config, const ConfigOptions& options);

}  // namespace kvtally
