#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/weights.hpp"

namespace kvtally {

/// Which layers a fact holds for: all, those of some layer types, or none.
struct LayerChoice {
  bool all = false;
  std::vector<std::string> tags;
  bool holds_for(std::string_view tag) const;
  friend bool operator==(const LayerChoice&, const LayerChoice&) = default;
};

/// `count` layers in a row whose feed-forward is a mixture of experts (`sparse`) or a dense one.
struct MlpRun {
  bool sparse = false;
  std::int64_t count = 0;
  friend bool operator==(const MlpRun&, const MlpRun&) = default;
};

/// A tensor that follows from no rule: `copies` of it, of which one token uses `active`.
struct GivenTensor {
  WeightPart part = WeightPart::other;
  std::string name;
  std::vector<std::int64_t> shape;
  std::int64_t copies = 1;
  std::int64_t active = 1;
  friend bool operator==(const GivenTensor&, const GivenTensor&) = default;
};

/// What a description says of a model's weights beside what its layers keep. What it does not say is not known:
/// the parameter count needs some of it and names what is missing.
struct WeightFacts {
  /// Whether the description lists what its weights have (`weights`); a feature that such a list does not name,
  /// the model does not have.
  bool described = false;
  std::map<std::string, std::int64_t, std::less<>> sizes;    // by key: "intermediate_size"; flags are 0 and 1
  std::map<std::string, LayerChoice, std::less<>> features;  // by key: "qk_norm"
  std::vector<MlpRun> mlp;                                   // of all layers, where `described`
  std::vector<GivenTensor> tensors;
  std::vector<WeightPart> published_with;     // parts apart that the published total counts: draft, encoder
  std::vector<WeightPart> published_without;  // parts that it leaves out

  std::optional<std::int64_t> size(std::string_view key) const;
  bool has(std::string_view feature, std::string_view tag) const;
  friend bool operator==(const WeightFacts&, const WeightFacts&) = default;
};

/// The feed-forwards of `layers` layers whose order no list gives: dense without experts; else a mixture in every
/// layer behind the first `first_k_dense_replace`.
std::vector<MlpRun> usual_mlp(const WeightFacts& facts, std::int64_t layers);

/// "embedding", "feed_forward" …
std::optional<WeightPart> weight_part(std::string_view name);

/// Whether a part stands beside the language model: draft layers and encoders.
bool stands_apart(WeightPart part);

}  // namespace kvtally
