#pragma once

#include <doctest/doctest.h>
#include <string>

#include "check/figure.hpp"
#include "read/description/description.hpp"
#include "read/text/yaml.hpp"
#include "report/compiled_in.hpp"

/// Asks for figures of the compiled-in models and the lecture's table.
namespace kvtally::test {

/// A compiled-in model, or "bare": a shape that says nothing of weights.
inline Expected<Description> describe(const std::string& id) {
  if (id != "bare") {
    return find_model(zoo(), id);
  }
  const auto tree =
      parse_yaml("bare.yaml",
                 "{name: Bare, num_hidden_layers: 2, num_attention_heads: 4, num_key_value_heads: 4, "
                 "head_dim: 8, layer_types: full_attention x2}");
  REQUIRE_MESSAGE(tree.has_value(), render(tree.error()));
  return read_description(*tree, id);
}

/// The figure that a flow map such as "figure: show.kv_bytes, model: x, context: 4K" describes, printed; or what
/// is wrong with it.
inline std::string ask(const std::string& what) {
  static const ModelTable table = lecture_table();
  static const Catalogue devices(embedded_files());
  const auto tree = parse_yaml("f.yaml", "{" + what + "}");
  REQUIRE_MESSAGE(tree.has_value(), render(tree.error()));
  const FigureSources sources{describe, &table, &devices};
  Problems problems;
  const auto value = Ask(*tree, tree->root(), sources, problems).compute();
  if (value.has_value() != problems.empty()) {
    return "a figure and problems, or neither";
  }
  std::string out;
  for (const Problem& problem : problems) {
    out += (out.empty() ? "" : "; ") + problem.what;
  }
  return value ? print_value(*value) : out;
}

}  // namespace kvtally::test
