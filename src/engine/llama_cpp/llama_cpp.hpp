#pragma once

#include "engine/engines.hpp"

namespace kvtally {

/// llama.cpp: cells in streams, by the rules of build b10256 and of older ones that logs still show, and of
/// ik_llama.cpp. All of it on one device: splitting over several moves layers, not bytes.
Engine llama_cpp_engine();

}  // namespace kvtally
