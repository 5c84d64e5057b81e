#pragma once

#include <doctest/doctest.h>
#include <string>

#include "check/claims.hpp"
#include "read/text/yaml.hpp"
#include "report/compiled_in.hpp"

namespace kvtally::test {

/// A document of claims, with the compiled-in models, its own shapes and the lecture's table behind its figures.
class Document {
 public:
  explicit Document(const std::string& text)
      : tree_(parsed(text)), claims_(read(tree_)), table_(lecture_table()), devices_(embedded_files()) {}

  const Tree& tree() const { return tree_; }
  const Claims& claims() const { return claims_; }

  Expected<Description> describe(const std::string& id) const {
    const Describe compiled_in = [](const std::string& word) { return find_model(zoo(), word); };
    return with_shapes(claims_, tree_, compiled_in)(id);
  }

  /// They refer to this document.
  FigureSources sources() const {
    return {[this](const std::string& id) { return describe(id); }, &table_, &devices_};
  }

 private:
  static Tree parsed(const std::string& text) {
    auto tree = parse_yaml("claims.yaml", text);
    REQUIRE_MESSAGE(tree.has_value(), render(tree.error()));
    return *tree;
  }
  static Claims read(const Tree& tree) {
    auto claims = read_claims(tree);
    REQUIRE_MESSAGE(claims.has_value(), render(claims.error()));
    return *claims;
  }

  Tree tree_;
  Claims claims_;
  ModelTable table_;
  Catalogue devices_;
};

}  // namespace kvtally::test
