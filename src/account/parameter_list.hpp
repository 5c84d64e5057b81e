#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "account/parameters.hpp"

namespace kvtally {

inline constexpr WeightPart kAttentionPart = WeightPart::attention;

/// Collects a model's tensors, and the names of the facts that it lacks.
class ParameterList {
 public:
  explicit ParameterList(const Model& model) : model_(model) {}

  /// The layers that the next tensors belong to: `layers` of type `tag`. `part`: where all of them belong to one
  /// part (draft layers).
  void enter(std::string tag, std::int64_t layers, std::optional<WeightPart> part = {});

  /// A size of the description; when it is absent its name is noted and 1 stands in.
  std::int64_t need(std::string_view key);
  std::int64_t hidden();
  std::optional<std::int64_t> size(std::string_view key) const { return model_.weights.size(key); }
  bool has(std::string_view feature) const { return model_.weights.has(feature, tag_); }

  void add(WeightPart part, std::string name, std::vector<std::int64_t> shape);
  /// `copies` in each layer, of which a token uses `active`.
  void add(WeightPart part, std::string name, std::vector<std::int64_t> shape, std::int64_t copies,
           std::int64_t active);
  void miss(std::string what);

  const Model& model() const { return model_; }
  ParameterCount take() { return std::move(count_); }

 private:
  const Model& model_;
  std::string tag_;
  std::int64_t layers_ = 1;
  std::optional<WeightPart> part_;
  ParameterCount count_;
};

/// Projections, norms and constants of one layer's attention and state.
void add_attention(ParameterList& list, const Layer& layer);
/// The projections of a state, by its kind.
void add_state(ParameterList& list, const State& state);
/// What a layer's indexer has of its own.
void add_indexer(ParameterList& list, const Layer& layer, const Indexer& indexer);
/// The compressor of a pooled memory (DeepSeek-V4).
void add_compressor(ParameterList& list, const Memory& memory);

/// A dense feed-forward, or a mixture of experts.
void add_dense(ParameterList& list);
void add_experts(ParameterList& list);

}  // namespace kvtally
