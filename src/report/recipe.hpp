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

/// Which models a report's table has, in which order, and what it says of them. Figures are computed, never typed.
struct Recipe {
  std::string id;
  std::string file;
  std::string title;
  Tokens context;
  std::vector<std::string> footer;
  std::vector<RecipeRow> rows;
};

/// Whether a document says that it is a recipe: it has rows. The folder of reports holds other documents too.
bool is_recipe(const Tree& tree);

/// Refused with its place: an unknown key, a missing model, a size, month or context that is none.
Expected<Recipe> read_recipe(const Tree& tree, std::string id);

}  // namespace kvtally
