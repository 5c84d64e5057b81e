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

/// Collects the parts of a step; works of one name and kind are one part.
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
  Wide tokens = 1;       // that are multiplied with the layers' weights together
  Wide head_tokens = 1;  // that get logits; without one the head is not read
  Wide times = 1;        // such passes
};

/// The weights' parts of a pass.
void add_weight_parts(StepParts& parts, const Model& model, const WeightLoad& weights, const WeightPass& pass,
                      const WeightReading& reading);

/// The parts of what one sort of layers does with its memory, for all of its layers and requests together.
void add_cache_parts(StepParts& parts, const Layer& layer, const Step& step);

/// Multiply-adds of one token with a group's active copies in all its layers.
MultiplyAdds macs_of(const WeightGroup& group);

}  // namespace kvtally
