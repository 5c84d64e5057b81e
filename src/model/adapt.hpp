#pragma once

#include <expected>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/model.hpp"

namespace kvtally {

/// A format for keys (and latents, rotary rows, shared rows) and one for values.
struct KeyValueFormats {
  Format key;
  Format value;
};

/// What a deployment changes of a model's memory, not its shape. Nothing: as the model has it.
struct Adaptation {
  std::optional<KeyValueFormats> entries;
  std::vector<std::pair<std::string, KeyValueFormats>> entries_of;  // by layer tag or kind; wins over `entries`
  std::optional<Format> index_keys;
  std::optional<Format> recurrent;    // matrices, normalisers
  std::optional<Format> convolution;  // convolution tails and token shifts
  std::optional<std::int64_t> encoder_tokens;
};

/// The model with these formats. The errors, as sentences: a format that a row cannot hold, a layer type that the
/// model does not have, encoder tokens for a model without an encoder memory.
std::expected<Model, std::vector<std::string>> adapt(Model model, const Adaptation& adaptation);

}  // namespace kvtally
