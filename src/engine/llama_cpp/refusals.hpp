#pragma once

#include <string>

#include "engine/llama_cpp/layers.hpp"

namespace kvtally::llama_cpp {

/// Why llama.cpp does not start with these settings, in its own words; empty: it does.
std::string start_refusal(const StoredModel& model, const Settings& settings);

}  // namespace kvtally::llama_cpp
