#pragma once

#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <functional>
#include <numeric>
#include <string>

#include "account/parameters.hpp"
#include "plan/placement.hpp"
#include "report/compiled_in.hpp"
#include "support/print.hpp"

/// Loads and placements for the tests of this folder.
namespace kvtally::test {

/// The computed parameters of a model, a byte an element.
inline WeightLoad bytes_of(const Model& model) {
  WeightLoad load;
  load.from = "a byte an element";
  for (const ParameterTensor& t : count_parameters(model).tensors) {
    const Wide count = std::accumulate(t.shape.begin(), t.shape.end(), Wide{1}, std::multiplies<>());
    load.groups.push_back(
        {t.part, t.layer, t.name, t.layers, t.copies, t.active, Bytes{count}, MultiplyAdds{count}, "fp8"});
  }
  const bool untied =
      std::ranges::any_of(load.groups, [](const WeightGroup& group) { return group.part == WeightPart::head; });
  for (WeightGroup& group : load.groups) {
    group.also_head = !untied && group.name == "token embedding";
  }
  return load;
}

inline std::vector<Stage> stages(const Model& model, const WeightLoad& load, const Placement& placement,
                                 std::int64_t context = 131072) {
  auto out = stages_of(model, load, placement, Tokens{context});
  REQUIRE_MESSAGE(out.has_value(),
                  model.id << ", " << print_placement(placement) << ": " << (out ? "" : out.error().front()));
  return std::move(*out);
}

inline std::string refused(const Model& model, const Placement& placement, const WeightLoad& load = {}) {
  const auto out = stages_of(model, load, placement, Tokens{4096});
  return out ? "" : fmt::format("{}", fmt::join(out.error(), "\n"));
}

/// Bytes that the fullest-device terms of one stage give.
inline Wide kept(const Stage& stage, const Placement& placement, std::int64_t context, bool drafting = false) {
  return tally(device_terms(stage, placement, drafting), Tokens{context}).total().value;
}

inline Wide kept(const Model& model, const Placement& placement, std::int64_t context = 131072) {
  Wide most = 0;
  for (const Stage& stage : stages(model, {}, placement, context)) {
    most = std::max(most, kept(stage, placement, context));
  }
  return most;
}

inline Wide kept(const std::string& id, const Placement& placement, std::int64_t context = 131072) {
  return kept(model_of(id), placement, context);
}

/// All bytes of the load, what stands apart included.
inline Wide all(const WeightLoad& load) {
  Wide sum = 0;
  for (const WeightGroup& group : load.groups) {
    sum += group.total().value;
  }
  return sum;
}

/// All bytes of the groups of one name in a part, on the only stage.
inline Wide held(const Model& model, const Placement& placement, WeightPart part, const std::string& name) {
  Wide sum = 0;
  const auto all_stages = stages(model, bytes_of(model), placement);
  for (const WeightGroup& group : all_stages.front().weights.groups) {
    sum += group.part == part && group.name == name ? group.total().value : 0;
  }
  return sum;
}

}  // namespace kvtally::test
