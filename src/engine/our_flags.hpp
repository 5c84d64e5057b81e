#pragma once

#include "engine/engines.hpp"

namespace kvtally {

/// The flag that has this name among its own and ours; nullptr when there is none.
const EngineFlag* flag_with(const Engine& engine, std::string_view name);

/// Flags that are given by names of ours ("--context"), by the engine's first name of each. Refused: one that the
/// engine has no flag for, unless it is 1, which is what it has without: one request, one device.
Expected<FlagTexts> named_by_engine(const Engine& engine, const FlagTexts& ours);

}  // namespace kvtally
