#pragma once

#include <string>
#include <vector>

#include "engine/sglang/cells.hpp"

namespace kvtally::sglang {

/// A model and its flags, with all that the flags left open filled in.
struct Request {
  Settings settings;
  Model adapted;              // with the formats that the flags give
  std::int64_t requests = 1;  // of all data-parallel ranks
  Demand demand;
  Layout layout = Layout::heads;
  std::vector<PooledLayer> whole;  // all layers with all heads
  std::vector<PooledLayer> stage;  // of the fullest pipeline stage
  std::vector<PooledLayer> rank;   // of one rank of it
  std::int64_t own_drafts = 0;     // the model's own draft layers
  bool drafting = false;           // they draft
  std::vector<std::string> assumptions;
  std::string refusal;  // in the server's words
};

/// Refused: flags that are none, a context that nobody says, formats that rows cannot hold, layers and parallel
/// sizes whose pools are not known.
Expected<Request> read_request(const Model& model, const FlagTexts& given);

}  // namespace kvtally::sglang
