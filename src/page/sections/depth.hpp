#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/model.hpp"

/// How many layers models have and how many of them keep every position, and how the two go together.
namespace kvtally {

struct Depth {
  std::string id;
  std::string name;
  std::int64_t layers = 0;
  std::int64_t full = 0;  // those that keep every position; at least 1
};

Depth depth_of(const Model& model);

/// "3:1", "69:24": the other layers against the full ones, to one where it comes out.
std::string ratio_words(const Depth& depth);

/// The other layers for each full one.
double ratio_of(const Depth& depth);

/// Pearson's coefficients over models: of their layers with the full ones among them, and with the ratio.
struct DepthCorrelations {
  double with_full = 0;
  double with_ratio = 0;
};

/// Nothing for fewer than 3 models, or where all are alike in one of the three.
std::optional<DepthCorrelations> correlations_of(const std::vector<Depth>& models);

/// A way to take the list: the coefficients of one set of models, or the lowest and the highest of several.
struct DepthReading {
  std::size_t models = 0;
  DepthCorrelations least;
  DepthCorrelations most;
};

/// Of the models for which `take` holds; where `without_one` holds for some of them, each of these is left out in
/// turn. Nothing where a set has no coefficients.
std::optional<DepthReading> reading_of(const std::vector<Depth>& models,
                                       const std::function<bool(const Depth&)>& take,
                                       const std::function<bool(const Depth&)>& without_one);

/// "+0.84", "-0.07", "+0.82 to +0.83" with the word given for "to".
std::string coefficient_words(double value);
std::string coefficient_words(double least, double most, const std::string& to);

}  // namespace kvtally
