#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "core/quantity.hpp"
#include "model/model.hpp"
#include "model/weight_scheme.hpp"

namespace kvtally {

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
  /// Whether it makes cross-attention's keys or values: of an encoder's positions, once a request, so that no
  /// decode step reads it.
  bool of_encoder_positions() const;
  friend bool operator==(const WeightGroup&, const WeightGroup&) = default;
};

/// The weights of a model as they are stored: what a device must hold, and what a step must read.
struct WeightLoad {
  std::vector<WeightGroup> groups;
  std::string from;                      // "computed, bf16", "the headers of 163 safetensors files"
  std::vector<std::string> assumptions;  // what was taken for granted

  /// Of the language model; draft layers and encoders are left out unless they are asked for.
  Bytes total(bool apart = false) const;
  /// What a step of one token reads: active experts, the head (a tied one is the embedding, read whole), no
  /// embedding otherwise (a row of it is looked up), and nothing that makes an encoder's keys and values.
  Bytes active() const;
};

/// The weights by their shapes in a scheme, to the byte. Rows that are no whole number of blocks are filled up, as
/// converters pad them. The errors: the facts that the description lacks; what the scheme's file says that is not
/// understood; rows that GGML's blocks do not divide, with the tensor.
std::expected<WeightLoad, std::vector<std::string>> load_in(const Model& model, const WeightScheme& scheme);

/// The weights as the input's own files hold them (Model::stored), exact by part. Within a part the bytes are
/// divided over the computed tensors: by the shapes, where the formats tell vectors and router from matrices, else
/// in proportion to their elements, which is listed where it bears on what a step reads. Of a total alone the same
/// over all parts. The errors: what is missing to tell a chosen expert from the rest.
std::expected<WeightLoad, std::vector<std::string>> load_as_stored(const Model& model);

/// The published numbers of parameters in the format of a scheme's matrices, no scales counted and no part told
/// from another: for models whose shapes are not known. The errors: a count that is not published.
std::expected<WeightLoad, std::vector<std::string>> load_published(const Model& model, const WeightScheme& scheme);

/// Bytes of so many parameters in the format of a scheme's matrices, without scales beside them.
Bytes bytes_of_parameters(Wide parameters, const WeightScheme& scheme);

/// The scheme that a model's weights are counted in where none is asked for: that of its description or its
/// config.json, else bf16, which is an assumption (`assumed`).
WeightScheme usual_scheme(const Model& model);

/// The weights in a scheme that is asked for; else as the input's files hold them; else in the usual scheme; where
/// shapes are not known, the published counts. The errors: all that is missing.
std::expected<WeightLoad, std::vector<std::string>> weight_load_for(const Model& model,
                                                                    const std::optional<WeightScheme>& asked);

}  // namespace kvtally
