#include "report/section_recipe.hpp"

#include <array>
#include <fmt/format.h>

namespace kvtally {

namespace {

SectionOption read_option(const Fields& with, const Node& node) {
  SectionOption out{node.place, std::string(node.key), {}};
  if (node.kind == Node::Kind::list) {
    out.words = with.texts(node.key);
  } else if (node.kind == Node::Kind::map) {
    with.report(node.place, fmt::format("{} is {}", node.key, described(node)), "a word or a list of words");
  } else {
    out.words.push_back(with.text(node.key).value_or(""));
  }
  return out;
}

}  // namespace

SectionRecipe read_section(const Fields& recipe, const Node& node) {
  const Fields section(recipe.tree(), node, recipe.problems(), "a section");
  section.refuse_unknown(
      std::array<std::string_view, 7>{"section", "id", "title", "question", "text", "takeaway", "with"});
  SectionRecipe out;
  out.place = node.place;
  if (node.kind != Node::Kind::map) {
    return out;
  }
  out.kind = section.required_text("section");
  out.id = section.text("id").value_or(out.kind);
  out.title = section.required_text("title");
  out.question = section.text("question").value_or("");
  out.text = section.texts("text");
  out.takeaway = section.required_text("takeaway");
  if (const Node* options = section.find("with")) {
    const Fields with(recipe.tree(), *options, recipe.problems(), "with");
    if (options->kind == Node::Kind::map) {
      for (const Node& option : Children(*options)) {
        out.with.push_back(read_option(with, option));
      }
    }
  }
  return out;
}

}  // namespace kvtally
