#pragma once

#include "engine/engines.hpp"

namespace kvtally {

/// vLLM's v1 engine: the KV cache that its workers allocate, its capacity, its log lines and errors.
Engine vllm_engine();

}  // namespace kvtally
