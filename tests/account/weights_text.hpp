#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>

#include "account/parameters.hpp"
#include "read/description/description.hpp"
#include "read/text/yaml.hpp"

/// Models of small descriptions, and their tensors as text, for the tests of parameter counts.
namespace kvtally::test {

inline Model described(const std::string& text) {
  const auto tree = parse_yaml("m.yaml", text);
  REQUIRE_MESSAGE(tree.has_value(), render(tree.error()));
  const auto description = read_description(*tree, "m");
  REQUIRE_MESSAGE(description.has_value(), render(description.error()));
  return description->model;
}

/// A model of one sort of layers: 10 wide, 100 words, an untied head, no feed-forward, one norm a layer.
inline Model with_layers(const std::string& layers, const std::string& weights = "") {
  return described(
      "name: M\nhidden_size: 10\nvocab_size: 100\ntie_word_embeddings: false\nintermediate_size: 0\n" + layers +
      "weights: {norms_per_layer: 1" + weights + "}\n");
}

/// `query projection [10, 8]`, a line each, of one part.
inline std::string tensors_of(const Model& model, WeightPart part = WeightPart::attention) {
  std::string out;
  for (const ParameterTensor& tensor : count_parameters(model).tensors) {
    if (tensor.part == part) {
      out += fmt::format("{} [{}]", tensor.name, fmt::join(tensor.shape, ", "));
      out += tensor.layers == 1 ? "" : fmt::format(" x{}", tensor.layers);
      out += tensor.copies == 1 ? "" : fmt::format(" of {}, {} active", tensor.copies, tensor.active);
      out += '\n';
    }
  }
  return out;
}

inline std::string missing_of(const Model& model) {
  return fmt::format("{}", fmt::join(count_parameters(model).missing, ", "));
}

}  // namespace kvtally::test
