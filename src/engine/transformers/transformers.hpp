#pragma once

#include "engine/engines.hpp"

namespace kvtally {

/// Hugging Face transformers: generate()'s caches and the paged cache of continuous batching.
Engine transformers_engine();

}  // namespace kvtally
