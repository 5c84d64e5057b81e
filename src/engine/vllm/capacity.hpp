#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/vllm/grouping.hpp"

namespace kvtally::vllm {

/// What the workers of all pipeline stages allocate, and how many tokens that serves.
struct Capacity {
  std::vector<Grouping> workers;         // the groups of each stage
  std::size_t fullest = 0;               // the stage whose blocks are the largest
  std::int64_t max_model_len = 1;        // with --max-model-len auto what fits
  Wide per_request = 0;                  // blocks of one request of max_model_len
  Bytes needed;                          // for it, as vLLM checks it: on the stage that needs most
  std::optional<Bytes> available;        // nothing: no memory is stated
  std::optional<std::int64_t> estimate;  // the longest request that fits; 0: none does
  Wide blocks = 0;                       // allocated: of the memory, or of the requests where none is stated
  std::vector<std::string> log;
  std::string refusal;  // in vLLM's words

  const Grouping& worker() const { return workers[fullest]; }
  Use use(const Use& of) const;
};

/// Works out the blocks of every stage; the check of the memory is part of it.
Capacity capacity_of(const CacheLayers& layers, const Grouping& grouping, const Settings& settings);

/// The first layers of the stages and the end of the last one; remaining layers go to the stages before the last.
std::vector<std::int64_t> stage_bounds(std::int64_t layers, std::int64_t stages);

/// The longest request of 1 to `most` tokens whose need is at most `available`; 0: none.
std::int64_t longest_request(const Grouping& grouping, const Use& use, Bytes available);

/// What "GPU KV cache size" says of so many blocks.
Wide tokens_printed(const Capacity& capacity, const Use& use, const Settings& settings);

}  // namespace kvtally::vllm
