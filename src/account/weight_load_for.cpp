#include <fmt/format.h>
#include <fmt/ranges.h>

#include "account/parameters.hpp"
#include "account/weight_load.hpp"
#include "core/print.hpp"

namespace kvtally {

namespace {

using Errors = std::vector<std::string>;
using Load = std::expected<WeightLoad, Errors>;

bool has_experts(const Model& model) {
  return model.weights.size("num_experts").value_or(0) > 0 || model.parameters.active.has_value();
}

WeightGroup counted(std::string name, Wide parameters, std::int64_t active, const WeightScheme& scheme) {
  WeightGroup out;
  out.name = std::move(name);
  out.active = active;
  out.copy = bytes_of_parameters(parameters, scheme);
  out.macs = {parameters};
  out.format = scheme.matrices.name;
  return out;
}

// What the shapes lack, and that no published count stands in for them.
Errors both(const Errors& shapes, const Errors& published) {
  Errors out;
  for (const std::string& what : shapes) {
    out.push_back("the size of the weights: missing " + what);
  }
  out.insert(out.end(), published.begin(), published.end());
  return out;
}

Load computed_or_published(const Model& model, const WeightScheme& scheme) {
  Load computed = load_in(model, scheme);
  if (computed || !scheme.unread.empty() || count_parameters(model).known()) {
    return computed;
  }
  Load published = load_published(model, scheme);
  if (!published) {
    return std::unexpected(both(computed.error(), published.error()));
  }
  published->assumptions.push_back(
      fmt::format("the shapes of the weights are not known (missing: {}): the published counts are taken, every "
                  "parameter in {}",
                  fmt::join(computed.error(), ", "), scheme.matrices.name));
  return published;
}

}  // namespace

Bytes bytes_of_parameters(Wide parameters, const WeightScheme& scheme) {
  return {ceil_div(parameters, scheme.matrices.elements) * scheme.matrices.bytes};
}

WeightScheme usual_scheme(const Model& model) {
  if (model.weight_scheme) {
    return *model.weight_scheme;
  }
  WeightScheme out;
  out.from = "bf16";
  out.assumed.emplace_back("weights in bf16: the description names no format of them");
  return out;
}

Load load_published(const Model& model, const WeightScheme& scheme) {
  const auto [total, active] = model.parameters;
  Errors errors;
  if (!total) {
    errors.emplace_back("the size of the weights: no published number of parameters");
  }
  if (!active && has_experts(model)) {
    errors.emplace_back("the weights that a step reads: no published number of active parameters");
  }
  if (total && active && *active > *total) {
    errors.emplace_back("the weights that a step reads: more published active parameters than there are");
  }
  if (!errors.empty()) {
    return std::unexpected(std::move(errors));
  }
  WeightLoad out;
  out.from = fmt::format("the published {} parameters in {}", print_parameters(*total), scheme.matrices.name);
  out.assumptions = scheme.assumed;
  if (active) {
    out.groups.push_back(counted("published active", *active, 1, scheme));
    out.groups.push_back(counted("published inactive", Wide{*total} - *active, 0, scheme));
  } else {
    out.groups.push_back(counted("published", *total, 1, scheme));
  }
  out.assumptions.emplace_back("a step reads the embedding too: the published counts do not set it apart");
  return out;
}

Load weight_load_for(const Model& model, const std::optional<WeightScheme>& asked) {
  if (asked) {
    return computed_or_published(model, *asked);
  }
  if (!model.stored) {
    return computed_or_published(model, usual_scheme(model));
  }
  return load_as_stored(model);
}

}  // namespace kvtally
