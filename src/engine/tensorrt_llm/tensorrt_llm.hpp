#pragma once

#include "engine/engines.hpp"

namespace kvtally {

/// TensorRT-LLM, single files of 2026 (PyTorch backend): pools of blocks, by the V1 or the V2 manager. An
/// --engine-version of 1.1 has the rules of the C++ runtime: blocks rounded up, and its log lines.
Engine tensorrt_llm_engine();

}  // namespace kvtally
