#pragma once

#include <string>
#include <vector>

#include "engine/tensorrt_llm/sizes.hpp"

namespace kvtally::tensorrt_llm {

/// A model and its flags, with all that the flags left open filled in.
struct Request {
  Settings settings;
  Model adapted;              // with the formats that the flags give
  std::int64_t requests = 1;  // of all ranks
  Demand demand;
  std::vector<CachedLayer> whole;  // all layers with all heads
  std::vector<CachedLayer> stage;  // of the fullest pipeline stage
  Cache rank;                      // one rank of it
  std::vector<std::string> assumptions;
};

/// Refused: flags that are none, a context that nobody says, formats that rows cannot hold, layers and settings
/// whose managers are not known.
Expected<Request> read_request(const Model& model, const FlagTexts& given);

}  // namespace kvtally::tensorrt_llm
