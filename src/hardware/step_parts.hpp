#pragma once

#include <optional>
#include <string_view>

#include "hardware/roofline.hpp"

namespace kvtally {

/// What a part does, of one format's arithmetic.
struct PartWork {
  Bytes read;
  Bytes written;
  MultiplyAdds macs;
  std::optional<OperationRate> peak;  // not published: its arithmetic takes no time
};

/// Collects the parts of a step, in the order in which they first come; works of one name and kind are one part.
class StepParts {
 public:
  explicit StepParts(const Rates& rates) : rates_(rates) {}

  void add_weights(std::string_view name, std::string_view kind, const PartWork& work);
  void add_cache(std::string_view name, std::string_view kind, const PartWork& work);

  const Rates& rates() const { return rates_; }
  /// Their times and sums; parts that do nothing are left out.
  StepTime take();

 private:
  void add(std::string_view name, std::string_view kind, bool weights, const PartWork& work);

  const Rates& rates_;
  std::vector<PartTime> parts_;
};

/// How often weights are read and used: one pass over all layers.
struct WeightPass {
  Wide tokens = 1;         // that are multiplied with the layers' weights together
  Wide head_tokens = 1;    // that get logits; without one the head is not read
  Wide times = 1;          // such passes
  Wide expert_groups = 1;  // whose tokens, as many each, choose among the same experts
};

/// The weights' parts of a pass.
void add_weight_parts(StepParts& parts, const Model& model, const WeightLoad& weights, const WeightPass& pass,
                      const WeightReading& reading);

/// The parts of what one sort of layers does with its memory, for all of its layers and requests together.
void add_cache_parts(StepParts& parts, const Layer& layer, const Step& step);

/// A device's share of what a layer does, where positions are dealt over `groups` devices: entries and index keys
/// are dealt, states and open buffers are on each.
Step dealt_over(const Step& step, std::int64_t groups);

/// Whether the head is the embedding.
bool ties_head(const WeightLoad& weights);

/// Multiply-adds of one token with a group's active copies in all its layers; with a tied head those of the head.
MultiplyAdds macs_of(const Model& model, const WeightGroup& group, bool tied);

}  // namespace kvtally
