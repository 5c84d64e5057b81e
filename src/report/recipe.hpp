#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/quantity.hpp"
#include "read/text/tree.hpp"

namespace kvtally {

/// The cells of a row as the text that the report follows prints them; an empty one is not printed there.
struct Printed {
  std::string released;
  std::string context;
  std::string kv;
};

struct RecipeRow {
  Place place;  // in the recipe
  std::string model;
  std::vector<std::pair<std::string, std::string>> labels;  // our kind → the report's layer label
  Printed printed;
  Printed differs;  // why ours is another, for exactly the cells where it is
  std::string remark;
  std::string highlight;  // empty: not among the highlights
  std::string caveat;
};

/// What a section is asked with: a word or a list of words.
struct SectionOption {
  Place place;
  std::string key;
  std::vector<std::string> words;
};

/// A section of a report's page: its kind, what it is asked with, and its sentences, in which {name} stands for a
/// figure that the section computes.
struct SectionRecipe {
  Place place;  // in the recipe
  std::string kind;
  std::string id;  // the kind, where the recipe gives no other
  std::string title;
  std::string question;  // empty: nothing is hidden
  std::vector<std::string> text;
  std::string takeaway;
  std::vector<SectionOption> with;

  const SectionOption* option(std::string_view key) const;
};

/// Which models a report's table has, in which order, what it says of them, and the sections of its page. Figures
/// are computed, never typed.
struct Recipe {
  std::string id;
  std::string file;
  std::string title;
  Tokens context;
  std::vector<std::string> footer;
  std::vector<RecipeRow> rows;
  Place place{};           // of the document; NOLINT(readability-redundant-member-init)
  std::string subtitle{};  // of the page; NOLINT(readability-redundant-member-init)
  std::string claims{};    // document whose errata it has; NOLINT(readability-redundant-member-init)
  std::vector<SectionRecipe> sections{};  // of the page; NOLINT(readability-redundant-member-init)
};

/// Whether a document says that it is a recipe: it has rows or sections. The folder of reports holds other
/// documents too.
bool is_recipe(const Tree& tree);

/// Refused with its place: an unknown key, a missing model, a size, month or context that is none, neither rows
/// nor sections.
Expected<Recipe> read_recipe(const Tree& tree, std::string id);

}  // namespace kvtally
