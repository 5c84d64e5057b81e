#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/model.hpp"

namespace kvtally {

/// Equal tensors of a model: `copies` of this shape in each of `layers` layers, of which one token uses `active`.
struct ParameterTensor {
  WeightPart part = WeightPart::other;
  std::string layer;  // the layer type; empty for what the model has once
  std::string name;
  std::vector<std::int64_t> shape;
  std::int64_t layers = 1;
  std::int64_t copies = 1;
  std::int64_t active = 1;

  Wide total_count() const;
  Wide active_count() const;
  friend bool operator==(const ParameterTensor&, const ParameterTensor&) = default;
};

/// The parameters of a model, tensor by tensor: every number that a checkpoint holds, the router's correction
/// biases included, and a tied head once.
struct ParameterCount {
  std::vector<ParameterTensor> tensors;
  std::vector<std::string> missing;  // what the count would need; then there is no total

  bool known() const { return missing.empty(); }
  Wide total_of(WeightPart part) const;
  /// Of the language model: what stands apart (draft layers, encoders) is left out.
  Wide total() const;
  /// The same without the experts that a token is not sent to. An embedding counts in full.
  Wide active() const;
};

/// Counts what the description says of the model's weights. Whatever it does not say is named in `missing`;
/// nothing is assumed. Layer shapes are those of the layers' own parts, so that any input gives them.
ParameterCount count_parameters(const Model& model);

/// The count in the terms of the published total, which may hold parts that stand apart or leave others out
/// (WeightFacts::published_with, published_without); nothing where either is not known.
struct PublishedComparison {
  Wide published = 0;
  Wide computed = 0;  // the parts that the published total counts
  Wide difference() const { return computed - published; }
};
std::optional<PublishedComparison> compare_published(const Model& model, const ParameterCount& count);

/// Elements that the input's own files hold, all parts; nothing where it names no weights.
std::optional<Wide> stored_elements(const Model& model);

}  // namespace kvtally
