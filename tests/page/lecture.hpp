#pragma once

#include <doctest/doctest.h>
#include <string>

#include "check/run_checks.hpp"
#include "page/page.hpp"
#include "page/sections.hpp"
#include "read/text/embedded.hpp"
#include "read/text/yaml.hpp"
#include "read/zoo.hpp"

namespace kvtally::test {

/// The compiled-in document of that path.
inline Tree compiled_in_tree(const std::string& path) {
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.path == path) {
      return {path, file.nodes};
    }
  }
  FAIL("no document " << path);
  return {path, {}};
}

/// A report with all that its sections are made from. `changed`: a folder of models that replace those of the zoo;
/// `caveats` false: without the rows' caveats, which may tell of layers that a changed model has not.
class Lecture {
 public:
  explicit Lecture(const std::string& language = "en", const std::string& report = "attention-evolution",
                   const std::string& changed = "", bool caveats = true)
      : zoo_(embedded_files()),
        devices_(embedded_files()),
        recipe_(*read_recipe(compiled_in_tree("reports/" + report + ".yaml"), report)),
        words_(*Words::of(language)) {
    if (!changed.empty()) {
      REQUIRE(zoo_.add_folder(changed).empty());
    }
    for (RecipeRow& row : recipe_.rows) {
      row.caveat = caveats ? row.caveat : "";
    }
    if (!recipe_.rows.empty()) {
      TableOptions options;
      options.say = [this](const std::string& text) { return words_.say(text); };
      const auto table = compute_table(recipe_, describe(), options);
      REQUIRE(table.has_value());
      table_ = *table;
    }
    if (!recipe_.claims.empty()) {
      const Tree tree = compiled_in_tree("reports/" + recipe_.claims + ".yaml");
      const Claims claims = *read_claims(tree);
      claims_ = run_claims(claims, tree, {with_shapes(claims, tree, describe()), &table_, &devices_});
    }
  }

  Describe describe() const {
    return [this](const std::string& id) { return zoo_.named(id); };
  }

  Recipe& recipe() { return recipe_; }
  const Words& words() const { return words_; }
  PageRequest& request() { return request_; }

  PageSources sources() const {
    return {&recipe_,  recipe_.rows.empty() ? nullptr : &table_,    describe(),
            &devices_, recipe_.claims.empty() ? nullptr : &claims_, &words_,
            request_};
  }

  /// The section of that id, as its recipe asks for it.
  Expected<SectionParts> parts(const std::string& id) const {
    for (const SectionRecipe& section : recipe_.sections) {
      if (section.id == id) {
        for (const SectionKind& kind : section_kinds()) {
          if (kind.name == section.kind) {
            return kind.make(sources(), section);
          }
        }
      }
    }
    FAIL("no section " << id);
    return {};
  }

  /// The section as a page has it, with its sentences filled.
  Section section(const std::string& id) const {
    const auto page = compose_page(sources(), {id});
    if (!page) {
      FAIL(render(page.error()));
    }
    return page->sections.at(0);
  }

 private:
  Zoo zoo_;
  Catalogue devices_;
  Recipe recipe_;
  Words words_;
  ModelTable table_;
  CheckReport claims_;
  PageRequest request_;
};

}  // namespace kvtally::test
