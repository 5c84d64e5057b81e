#pragma once

#include <string_view>
#include <utility>

#include "hardware/roofline.hpp"

namespace kvtally {

/// What is added to a part: multiply-adds in the format of some weights, or with the cache ("").
struct PartShare {
  Bytes read;
  Bytes written;
  MultiplyAdds macs;
  std::string_view format;
};

/// Collects the parts of a step; works of one name and kind are one part.
class StepParts {
 public:
  void add_weights(std::string_view name, std::string_view kind, const PartShare& share);
  void add_cache(std::string_view name, std::string_view kind, const PartShare& share);
  /// The parts: weights in the order in which a step uses them, caches, what is written last.
  StepWork take();

 private:
  void add(std::string_view name, std::string_view kind, bool weights, const PartShare& share);

  StepWork parts_;
};

/// How often weights are read and used: one pass over all layers.
struct WeightPass {
  Wide tokens = 1;         // that are multiplied with the layers' weights together
  Wide head_tokens = 1;    // that get logits; without one the head is not read
  Wide times = 1;          // such passes
  Wide expert_groups = 1;  // whose tokens, as many each, choose among the same experts
  /// Positions of encoders, of all requests, whose keys and values are made in this pass (once, whatever `times`).
  Wide encoder_positions = 0;
};

/// Positions of a request's encoder: the most that a memory of it has; 0 without one.
std::int64_t encoder_positions(const Model& model);

/// The part of a step that a group's weights belong to: "attention weights", "experts". A tied embedding has two:
/// this one, and the head.
std::string_view part_of(const WeightGroup& group);

/// What one pass reads of a group: rows of an embedding, experts that a token of the batch chooses.
Bytes read_of(const Model& model, const WeightGroup& group, const WeightPass& pass);

/// The weights' parts of a pass.
void add_weight_parts(StepParts& parts, const Model& model, const WeightLoad& weights, const WeightPass& pass,
                      const WeightReading& reading);

/// The parts of what one sort of layers does with its memory, for all of its layers and requests together.
void add_cache_parts(StepParts& parts, const Layer& layer, const Step& step);

/// A device's share of what a layer does, where positions are dealt over `groups` devices: entries and index keys
/// are dealt, states and open buffers are on each.
Step dealt_over(const Step& step, std::int64_t groups);

/// Multiply-adds of one token with a group's active copies in all its layers.
MultiplyAdds macs_of(const WeightGroup& group);

}  // namespace kvtally
