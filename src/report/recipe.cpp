#include "report/recipe.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/parse.hpp"
#include "model/kinds.hpp"
#include "read/fields.hpp"
#include "report/section_recipe.hpp"

namespace kvtally {

namespace {

using Keys = std::initializer_list<std::string_view>;

Fields fields_of(const Fields& parent, const Node& node, std::string_view name, Keys known) {
  Fields fields(parent.tree(), node, parent.problems(), name);
  fields.refuse_unknown({known.begin(), known.size()});
  return fields;
}

Printed read_printed(const Fields& row, std::string_view key) {
  const Node* node = row.find(key);
  if (node == nullptr) {
    return {};
  }
  const Fields cells = fields_of(row, *node, key, {"released", "context", "kv"});
  return {cells.text("released").value_or(""), cells.text("context").value_or(""), cells.text("kv").value_or("")};
}

std::vector<std::pair<std::string, std::string>> read_labels(const Fields& row) {
  std::vector<std::pair<std::string, std::string>> out;
  const Node* node = row.find("labels");
  if (node == nullptr) {
    return out;
  }
  std::vector<std::string_view> ids;
  for (const Kind& kind : kinds()) {
    ids.push_back(kind.id);
  }
  const Fields labels(row.tree(), *node, row.problems(), "labels");
  labels.refuse_unknown(ids);
  if (node->kind != Node::Kind::map) {
    return out;
  }
  for (const Node& child : Children(*node)) {
    const auto label = labels.text(child.key);
    if (label && label->empty()) {
      labels.report(child.place, fmt::format("the label of {} is empty", child.key), "a word");
    }
    out.emplace_back(child.key, label.value_or(""));
  }
  return out;
}

// A printed cell must be one of its kind, so that a slip of the pen is not taken for a difference.
void check_printed(const Fields& row, const Printed& printed) {
  const auto wrong = [&](std::string_view cell, std::string_view text, const std::string& expected) {
    row.report(row.find(fmt::format("printed.{}", cell))->place, fmt::format("printed {} is '{}'", cell, text),
               expected);
  };
  if (!printed.kv.empty() && !parse_bytes(printed.kv)) {
    wrong("kv", printed.kv, "a size such as 8.6 GiB");
  }
  if (!printed.released.empty() && !is_month(printed.released)) {
    wrong("released", printed.released, "a year and month such as 2024-12");
  }
  if (!printed.context.empty() && printed.context != "unlimited" && !parse_tokens(printed.context)) {
    wrong("context", printed.context, "a token count such as 128K, or unlimited");
  }
}

RecipeRow read_row(const Fields& recipe, const Node& node) {
  const Fields row =
      fields_of(recipe, node, "a row", {"model", "labels", "printed", "differs", "remark", "highlight", "caveat"});
  RecipeRow out;
  if (node.kind != Node::Kind::map) {
    return out;
  }
  out.model = row.required_text("model");
  out.labels = read_labels(row);
  out.printed = read_printed(row, "printed");
  out.differs = read_printed(row, "differs");
  out.remark = row.text("remark").value_or("");
  out.highlight = row.text("highlight").value_or("");
  out.caveat = row.text("caveat").value_or("");
  check_printed(row, out.printed);
  out.place = node.place;
  return out;
}

Tokens read_context(const Fields& fields) {
  const std::string text = fields.required_text("context");
  const auto tokens = parse_tokens(text);
  if (!tokens && !text.empty()) {
    fields.report(fields.find("context")->place, fmt::format("context is '{}': {}", text, tokens.error()),
                  "a token count such as 128K");
  }
  return tokens.value_or(Tokens{1});
}

// A list that is there and holds something; nothing, after a problem was noted where it is none.
const Node* list_of(const Fields& fields, std::string_view key, std::string_view of) {
  const Node* node = fields.find(key);
  if (node == nullptr || (node->kind == Node::Kind::list && Children(*node).count() > 0)) {
    return node;
  }
  fields.report(node->place,
                fmt::format("{} is {}", key, node->kind == Node::Kind::list ? "empty" : described(*node)),
                fmt::format("a list of at least one {}", of));
  return nullptr;
}

}  // namespace

bool is_recipe(const Tree& tree) {
  return tree.root().kind == Node::Kind::map &&
         (member(tree.root(), "rows") != nullptr || member(tree.root(), "sections") != nullptr);
}

const SectionOption* SectionRecipe::option(std::string_view key) const {
  const auto found = std::ranges::find(with, key, &SectionOption::key);
  return found == with.end() ? nullptr : &*found;
}

Expected<Recipe> read_recipe(const Tree& tree, std::string id) {
  Problems problems;
  const Fields fields(tree, tree.root(), problems);
  if (!problems.empty()) {
    return std::unexpected(std::move(problems));
  }
  fields.refuse_unknown(
      std::array<std::string_view, 7>{"title", "subtitle", "context", "errata", "footer", "rows", "sections"});
  Recipe out;
  out.place = tree.root().place;
  out.id = std::move(id);
  out.file = tree.file();
  out.title = fields.required_text("title");
  out.subtitle = fields.text("subtitle").value_or("");
  out.context = read_context(fields);
  out.claims = fields.text("errata").value_or("");
  out.footer = fields.texts("footer");
  if (fields.find("rows") == nullptr && fields.find("sections") == nullptr) {
    fields.report_missing("rows", "a list of rows");
  }
  if (const Node* rows = list_of(fields, "rows", "row")) {
    for (const Node& row : Children(*rows)) {
      out.rows.push_back(read_row(fields, row));
    }
  }
  if (const Node* sections = list_of(fields, "sections", "section")) {
    for (const Node& section : Children(*sections)) {
      out.sections.push_back(read_section(fields, section));
    }
  }
  if (!problems.empty()) {
    return std::unexpected(distinct(std::move(problems)));
  }
  return out;
}

}  // namespace kvtally
