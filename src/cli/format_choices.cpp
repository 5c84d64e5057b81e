#include "cli/format_choices.hpp"

#include <algorithm>

#include "cli/adapted.hpp"
#include "core/text.hpp"

namespace kvtally::cli {

namespace {

// Each once, without it none.
std::vector<std::optional<std::string>> choices_of(const std::optional<std::string>& text) {
  std::vector<std::optional<std::string>> out;
  if (!text) {
    return {std::nullopt};
  }
  for (const std::string_view each : split(*text, ';')) {
    const std::optional<std::string> choice(trim(each));
    if (std::ranges::find(out, choice) == out.end()) {
      out.push_back(choice);
    }
  }
  return out;
}

}  // namespace

bool are_formats(const DeploymentOptions& options) {
  bool right = true;
  for (const auto& entries : choices_of(options.models.kv_dtype)) {
    ModelOptions alone;
    alone.kv_dtype = entries;
    right = parse_request(alone).has_value() && right;
  }
  for (const auto& weights : choices_of(options.weights.weight_dtype)) {
    WeightOptions alone;
    alone.weight_dtype = weights;
    right = parse_weights(alone).has_value() && right;
  }
  return right;
}

std::vector<FormatChoice> format_choices(const DeploymentOptions& options) {
  std::vector<FormatChoice> out;
  for (const auto& weights : choices_of(options.weights.weight_dtype)) {
    for (const auto& entries : choices_of(options.models.kv_dtype)) {
      ModelOptions models = options.models;
      models.kv_dtype = entries;
      WeightOptions weight_options = options.weights;
      weight_options.weight_dtype = weights;
      out.push_back({*parse_request(models), *parse_weights(weight_options)});
    }
  }
  return out;
}

Expected<PlanFormats> formats_of(const Description& description, const FormatChoice& choice,
                                 std::vector<std::string>& assumptions) {
  auto model = adapted(description, choice.models);
  if (!model) {
    return std::unexpected(model.error());
  }
  auto weights = weights_of(*model, choice.weights);
  if (!weights) {
    return std::unexpected(weights.error());
  }
  for (const auto& more : {assumptions_of(*model, choice.models), weights->assumptions}) {
    for (const std::string& line : more) {
      if (std::ranges::find(assumptions, line) == assumptions.end()) {
        assumptions.push_back(line);
      }
    }
  }
  const WeightReading reading = reading_of(choice.weights, *model);
  std::string name = choice.weights.scheme ? print(*choice.weights.scheme)
                     : model->stored       ? "the file's own formats"
                                           : print(usual_scheme(*model));
  return PlanFormats{std::move(name), choice.models.kv_dtype, std::move(*model), std::move(*weights), reading};
}

}  // namespace kvtally::cli
