#include "page/sections/depth.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/correlation.hpp"
#include "model/mixture.hpp"

namespace kvtally {

Depth depth_of(const Model& model) {
  return {model.id, model.name, layer_count(model.order), full_layer_count(model)};
}

std::string ratio_words(const Depth& depth) {
  const std::int64_t others = depth.layers - depth.full;
  return depth.full > 0 && others % depth.full == 0 ? fmt::format("{}:1", others / depth.full)
                                                    : fmt::format("{}:{}", others, depth.full);
}

double ratio_of(const Depth& depth) {
  return static_cast<double>(depth.layers - depth.full) / static_cast<double>(depth.full);
}

std::optional<DepthCorrelations> correlations_of(const std::vector<Depth>& models) {
  std::vector<std::pair<double, double>> full;
  std::vector<std::pair<double, double>> ratio;
  for (const Depth& model : models) {
    const auto layers = static_cast<double>(model.layers);
    full.emplace_back(layers, static_cast<double>(model.full));
    ratio.emplace_back(layers, ratio_of(model));
  }
  const auto with_full = correlation(full);
  const auto with_ratio = correlation(ratio);
  return models.size() > 2 && with_full && with_ratio ? std::optional(DepthCorrelations{*with_full, *with_ratio})
                                                      : std::nullopt;
}

std::optional<DepthReading> reading_of(const std::vector<Depth>& models,
                                       const std::function<bool(const Depth&)>& take,
                                       const std::function<bool(const Depth&)>& without_one) {
  std::vector<Depth> taken;
  std::ranges::copy_if(models, std::back_inserter(taken), take);
  std::vector<std::vector<Depth>> sets;
  for (std::size_t i = 0; i < taken.size(); ++i) {
    if (without_one(taken[i])) {
      sets.push_back(taken);
      sets.back().erase(sets.back().begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  if (sets.empty()) {
    sets.push_back(std::move(taken));
  }
  DepthReading out{sets.front().size(), {2, 2}, {-2, -2}};
  for (const std::vector<Depth>& set : sets) {
    const auto one = correlations_of(set);
    if (!one) {
      return std::nullopt;
    }
    out.least = {std::min(out.least.with_full, one->with_full), std::min(out.least.with_ratio, one->with_ratio)};
    out.most = {std::max(out.most.with_full, one->with_full), std::max(out.most.with_ratio, one->with_ratio)};
  }
  return out;
}

std::string coefficient_words(double value) { return fmt::format("{:+.2f}", value); }

std::string coefficient_words(double least, double most, const std::string& to) {
  const std::string from = coefficient_words(least);
  const std::string up_to = coefficient_words(most);
  return from == up_to ? from : from + to + up_to;
}

}  // namespace kvtally
