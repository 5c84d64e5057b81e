#pragma once

#include <cstddef>
#include <optional>

#include "account/weight_load.hpp"
#include "model/model.hpp"
#include "plan/placement.hpp"
#include "plan/weight_rules.hpp"

namespace kvtally {

/// What one device has of a group of weights, as a fraction of it.
struct Share {
  Wide part = 1;
  Wide of = 1;
};

/// The division that a rule means for a group: matrices of several copies are a mixture's experts.
Division division_of(const WeightRule& rule, const WeightGroup& group);

/// The shares of one device of a placement: the fullest one's, where a division leaves a rest.
class WeightShares {
 public:
  /// `device`: the model with the heads of one device.
  WeightShares(const Model& model, const Model& device, const Placement& placement)
      : model_(model), device_(device), placement_(placement) {}

  /// `layer`: the one of Model::layers that the group belongs to, where it belongs to one.
  Share of(Division division, const WeightGroup& group, std::optional<std::size_t> layer) const;

 private:
  std::int64_t together() const { return placement_.tp * placement_.cp; }
  std::optional<std::int64_t> size(std::string_view key) const { return model_.weights.size(key); }
  Share key_share(const WeightGroup& group, std::optional<std::size_t> layer) const;
  Share channel_share(std::optional<std::size_t> layer) const;
  Share input_share(std::optional<std::size_t> layer) const;
  Share expert_share(const WeightGroup& group) const;
  Share inner_share() const;
  Share vocabulary_share(const WeightGroup& group) const;

  const Model& model_;
  const Model& device_;
  const Placement& placement_;
};

}  // namespace kvtally
