#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "read/text/tree.hpp"

namespace kvtally {

/// What is known of a model type beside the code of its rule: an entry of modelzoo/families/.
struct Family {
  std::string model_type;
  std::string rule;        // by which its keys are read (read/config/rules.hpp)
  std::string class_name;  // transformers' configuration class; empty: there is none
  /// What that class fills in where a file leaves a key out.
  std::map<std::string, std::string, std::less<>> defaults;
  /// Its own names of usual keys: "num_hidden_layers" -> "n_layer".
  std::map<std::string, std::vector<std::string>, std::less<>> spelled;
  /// Keys that bear on no cache of this type, though they may on others'.
  std::set<std::string, std::less<>> irrelevant;
  std::string part;   // of a file of several models: where the language model is described ("text_config")
  std::string inner;  // and its type where that part does not say it
  const Node* settings = nullptr;  // all of the entry: what its rule asks for

  /// A text of the entry that its rule needs, also of a map in it ("pattern.every"); nothing when it is not there.
  std::optional<std::string_view> setting(std::string_view path) const;
  /// What fills in defaults, as a sentence names it: "the default of Qwen2Config".
  std::string default_of() const;
};

}  // namespace kvtally
