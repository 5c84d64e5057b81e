#include "hardware/step_parts.hpp"

namespace kvtally {

StepWork decode_work(const Model& model, const WeightLoad& weights, const DecodeStep& step) {
  StepParts parts;
  const Wide tokens = Wide{step.sequences} * step.tokens;
  add_weight_parts(parts, model, weights, {tokens, tokens, 1, step.dealing.expert_groups}, step.reading);
  const Stretch stretch{step.context - Tokens{1}, Tokens{step.tokens}};
  for (std::size_t i = 0; i < model.layers.size(); ++i) {
    if (const std::int64_t count = count_of(model.order, i); count > 0) {
      const Layer& layer = model.layers[i];
      const Step all = joint_step(layer, stretch) * (Wide{count} * step.sequences);
      add_cache_parts(parts, layer, dealt_over(all, step.dealing.position_groups));
    }
  }
  return parts.take();
}

}  // namespace kvtally
