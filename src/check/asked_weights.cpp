#include "check/asked_weights.hpp"

namespace kvtally {

std::optional<std::optional<WeightScheme>> asked_scheme(const Ask& ask) {
  const auto text = ask.fields().text("weight_dtype");
  if (!text) {
    return std::optional<WeightScheme>{};
  }
  auto scheme = parse_weight_scheme(*text);
  if (!scheme) {
    ask.fields().report(ask.fields().find("weight_dtype")->place, scheme.error());
    return std::nullopt;
  }
  return std::move(*scheme);
}

std::optional<WeightLoad> asked_weights(const Ask& ask, const Model& model) {
  const auto scheme = asked_scheme(ask);
  if (!scheme) {
    return std::nullopt;
  }
  auto load = weight_load_for(model, *scheme);
  if (load) {
    return std::move(*load);
  }
  for (const std::string& error : load.error()) {
    ask.refuse(error);
  }
  return std::nullopt;
}

}  // namespace kvtally
