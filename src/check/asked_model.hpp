#pragma once

#include <optional>

#include "check/figure.hpp"

namespace kvtally {

/// The model with the attention (`as`, a word of `--as`) and the formats (kv_dtype, indexer_dtype, state_dtype,
/// conv_dtype, encoder_tokens, as the options of these names write them) that are asked for. A problem is noted
/// where one is no such thing, or the model cannot have it.
std::optional<Model> asked_form(const Ask& ask, const Model& model);

}  // namespace kvtally
