#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/problem.hpp"
#include "model/attention.hpp"
#include "read/description/description.hpp"

namespace kvtally::cli {

/// The words of `--as`, with commas between them; without the option the model as it is. The problems of all
/// words.
Expected<std::vector<Attention>> parse_attentions(const std::optional<std::string>& text);

/// The described model with another attention, and with that in its name. Of its origins those stay that hold
/// whatever the attention is: layers, query heads and widths of heads. Refused, as problems without a place: what
/// counterfactual() refuses.
Expected<Description> given(const Description& description, const Attention& attention);

}  // namespace kvtally::cli
