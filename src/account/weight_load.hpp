#pragma once

#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/quantity.hpp"
#include "model/format.hpp"
#include "model/model.hpp"

namespace kvtally {

/// How weights are stored: the format of the matrices that are multiplied, exceptions by part, and the scales of
/// two-dimensional blocks. Vectors (norms, biases, constants of states) and whatever is not converted are `rest`.
struct WeightScheme {
  Format matrices = bf16();
  std::map<WeightPart, Format> parts;  // wins over `matrices`: {experts, mxfp4}
  struct Blocks {                      // of fp8 with block scales: one scale for rows × columns elements
    std::int64_t rows = 128;
    std::int64_t columns = 128;
    Format scale = f32();
    friend bool operator==(const Blocks&, const Blocks&) = default;
  };
  std::optional<Blocks> blocks;
  Format rest = bf16();
  std::string from;  // "--weight-dtype fp8", "quantization_config: fp8, blocks of 128x128"
  friend bool operator==(const WeightScheme&, const WeightScheme&) = default;
};

/// Equal tensors of a model, with their bytes. A group of experts has `copies` in each layer, of which one token
/// uses `active`.
struct WeightGroup {
  WeightPart part = WeightPart::other;
  std::string layer;  // the layer type, "dense", "sparse"; empty for what the model has once
  std::string name;
  std::int64_t layers = 1;  // how many layers have it
  std::int64_t copies = 1;  // in each of them
  std::int64_t active = 1;
  Bytes copy;              // of one copy in one layer, scales included
  MultiplyAdds macs;       // of one token with one copy in one layer: its elements, where it is multiplied
  std::string format;      // of its elements: "fp8_e4m3", whatever scales are beside them
  bool also_head = false;  // an embedding that is the output projection too (tied): read whole by a step

  Bytes total() const { return copy * (Wide{layers} * copies); }
  friend bool operator==(const WeightGroup&, const WeightGroup&) = default;
};

/// The weights of a model as they are stored: what a device must hold, and what a step must read.
struct WeightLoad {
  std::vector<WeightGroup> groups;
  std::string from;                      // "computed, bf16", "the headers of 163 safetensors files"
  std::vector<std::string> assumptions;  // what was taken for granted

  /// Of the language model; draft layers and encoders are left out unless they are asked for.
  Bytes total(bool apart = false) const;
  /// What a step of one token reads: active experts, the head (a tied one is the embedding, read whole), and no
  /// embedding otherwise: a row of it is looked up.
  Bytes active() const;
};

/// The weights by their shapes in a scheme. The error: the facts that the description lacks.
std::expected<WeightLoad, std::vector<std::string>> load_in(const Model& model, const WeightScheme& scheme);

/// The weights as the input's own files hold them, part by part (Model::stored); experts are split into the chosen
/// ones and the rest by the computed shapes. The error says what is missing.
std::expected<WeightLoad, std::vector<std::string>> load_as_stored(const Model& model);

}  // namespace kvtally
