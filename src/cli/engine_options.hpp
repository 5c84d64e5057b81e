#pragma once

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "engine/engines.hpp"

namespace kvtally::cli {

/// An engine's flags as options of a command, and what was given of them.
class EngineOptions {
 public:
  explicit EngineOptions(std::span<const EngineFlag> flags) : flags_(flags), values_(flags.size()) {}

  std::vector<Option> options();
  /// What was given, by the flags' first names.
  FlagTexts given() const;

 private:
  struct Value {
    std::optional<std::string> text;
    bool on = false;
  };

  std::span<const EngineFlag> flags_;
  std::deque<Value> values_;  // of each flag, where options point to
};

/// Of options of ours the names that no flag of the engine has; an option without a name left is dropped.
std::vector<Option> beside(std::span<const EngineFlag> flags, std::vector<Option> options);

/// The names of all engines.
std::vector<std::string> engine_names();

/// "'NAME' is none of ...", with the nearest name; nothing of that where there is an engine of the name.
Expected<const Engine*> find_engine(std::string_view option, const std::string& name);

}  // namespace kvtally::cli
