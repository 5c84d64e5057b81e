#include "cli/weight_options.hpp"

#include "cli/adapted.hpp"
#include "cli/values.hpp"
#include "core/parse.hpp"
#include "core/text.hpp"

namespace kvtally::cli {

std::vector<Option> WeightOptions::options() {
  return {
      {{"--weight-dtype"},
       "FORMAT",
       "of the weights: bf16, fp8@128x128, mxfp4, q8_0 ...; single parts as experts=mxfp4,head=bf16; all=int8 "
       "for every tensor (as the model's files hold them, else bf16)",
       &weight_dtype},
      {{"--active"}, "PARAMETERS", "parameters that a step reads, such as 37B (computed)", &active},
      {{"--whole-weights"},
       "",
       "a step reads all weights, the embedding and unchosen experts too",
       &whole_weights},
      {{"--published"},
       "",
       "weights of the published number of parameters, rounded as it is (computed from the shapes)",
       &published},
  };
}

std::optional<WeightRequest> parse_weights(const WeightOptions& options) {
  ValueReader reader;
  WeightRequest request;
  request.whole = options.whole_weights;
  request.published = options.published;
  if (options.weight_dtype) {
    auto scheme = parse_weight_scheme(*options.weight_dtype);
    if (scheme) {
      scheme->from = "--weight-dtype " + std::string(trim(*options.weight_dtype));
      request.scheme = std::move(*scheme);
    } else {
      reader.wrong("--weight-dtype", scheme.error(), "");
    }
  }
  if (options.active) {
    const auto count = parse_parameters(*options.active);
    if (count && *count > 0) {
      request.active = *count;
    } else {
      reader.wrong("--active", count ? "no parameters" : count.error(), "a number of parameters such as 37B");
    }
  }
  if (options.active && options.whole_weights) {
    reader.wrong("--active", "--whole-weights is given too", "one of them");
  }
  return reader.failed() ? std::nullopt : std::optional(std::move(request));
}

WeightReading reading_of(const WeightRequest& request, const Model& model) {
  WeightReading out;
  out.whole = request.whole;
  if (request.active) {
    out.active = bytes_of_parameters(*request.active, request.scheme.value_or(usual_scheme(model)));
  }
  return out;
}

Expected<WeightLoad> weights_of(const Model& model, const WeightRequest& request) {
  auto load = request.published ? load_published(model, request.scheme.value_or(usual_scheme(model)))
                                : weight_load_for(model, request.scheme);
  if (load) {
    if (request.published) {
      load->assumptions.emplace_back("the published number tells no parts: whole on each device of a stage");
    }
    return std::move(*load);
  }
  Problems problems;
  for (const std::string& error : load.error()) {
    problems.push_back(refusal(model, error));
  }
  return std::unexpected(std::move(problems));
}

}  // namespace kvtally::cli
