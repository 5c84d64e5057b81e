#pragma once

#include <doctest/doctest.h>
#include <string>

#include "core/problem.hpp"
#include "read/description/description.hpp"
#include "read/text/yaml.hpp"

/// Reading of texts, for the tests of this folder. Problems name the file m.yaml.
namespace kvtally::test {

/// The tree of a text that is YAML.
inline Tree tree_of(std::string text) {
  auto tree = parse_yaml("m.yaml", std::move(text));
  REQUIRE_MESSAGE(tree.has_value(), render(tree.error()));
  return *tree;
}

/// The rendered problems of a text as YAML; empty when it has none.
inline std::string yaml_problems(std::string text) {
  const auto tree = parse_yaml("m.yaml", std::move(text));
  return tree ? "" : render(tree.error());
}

/// The description of a text that is one.
inline Description description_of(std::string text) {
  auto description = read_description(tree_of(std::move(text)), "m");
  REQUIRE_MESSAGE(description.has_value(), render(description.error()));
  return *description;
}

/// The rendered problems of a text as a description; empty when it has none.
inline std::string problems_of(std::string text) {
  const auto tree = parse_yaml("m.yaml", std::move(text));
  if (!tree) {
    return render(tree.error());
  }
  const auto description = read_description(*tree, "m");
  return description ? "" : render(description.error());
}

/// A description of `layers` layers; `rest` are more lines.
inline std::string listing(int layers, const std::string& layer_types, const std::string& rest) {
  return "name: M\nnum_hidden_layers: " + std::to_string(layers) + "\nlayer_types: '" + layer_types + "'\n" + rest;
}

}  // namespace kvtally::test
