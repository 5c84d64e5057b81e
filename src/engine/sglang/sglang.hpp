#pragma once

#include "engine/engines.hpp"

namespace kvtally {

/// SGLang, main of 2026-08-18 (d55f1c28e2): pools of token rows, sized once at the start. An --engine-version of
/// 0.5 has the rules before the padding slot was taken off the state budget, and the log lines without a dtype.
Engine sglang_engine();

}  // namespace kvtally
