#include "report/recipe.hpp"

#include <array>
#include <fmt/format.h>

#include "core/parse.hpp"
#include "model/kinds.hpp"
#include "read/fields.hpp"

namespace kvtally {

namespace {

using Keys = std::initializer_list<std::string_view>;

Fields fields_of(const Fields& parent, const Node& node, Keys known) {
  Fields fields(parent.tree(), node, parent.problems());
  fields.refuse_unknown({known.begin(), known.size()});
  return fields;
}

Printed read_printed(const Fields& row, std::string_view key) {
  const Node* node = row.find(key);
  if (node == nullptr) {
    return {};
  }
  const Fields cells = fields_of(row, *node, {"released", "context", "kv"});
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
  const Fields labels(row.tree(), *node, row.problems());
  labels.refuse_unknown(ids);
  if (node->kind == Node::Kind::map) {
    for (const Node& child : Children(*node)) {
      out.emplace_back(child.key, child.text);
    }
  }
  return out;
}

// A printed size must be a size, so that a slip of the pen is not taken for a difference.
void check_printed_kv(const Fields& row, const Printed& printed) {
  if (printed.kv.empty()) {
    return;
  }
  if (const auto bytes = parse_bytes(printed.kv); !bytes) {
    row.report(row.find("printed")->place, fmt::format("printed kv '{}': {}", printed.kv, bytes.error()),
               "a size such as 8.6 GiB");
  }
}

RecipeRow read_row(const Fields& recipe, const Node& node) {
  const Fields row =
      fields_of(recipe, node, {"model", "labels", "printed", "differs", "remark", "highlight", "caveat"});
  RecipeRow out;
  out.model = row.required_text("model");
  out.labels = read_labels(row);
  out.printed = read_printed(row, "printed");
  out.differs = read_printed(row, "differs");
  out.remark = row.text("remark").value_or("");
  out.highlight = row.text("highlight").value_or("");
  out.caveat = row.text("caveat").value_or("");
  check_printed_kv(row, out.printed);
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

}  // namespace

Expected<Recipe> read_recipe(const Tree& tree, std::string id) {
  Problems problems;
  const Fields fields(tree, tree.root(), problems);
  if (!problems.empty()) {
    return std::unexpected(std::move(problems));
  }
  fields.refuse_unknown(std::array<std::string_view, 4>{"title", "context", "footer", "rows"});
  Recipe out;
  out.id = std::move(id);
  out.title = fields.required_text("title");
  out.context = read_context(fields);
  out.footer = fields.texts("footer");
  const Node* rows = fields.find("rows");
  if (rows == nullptr || rows->kind != Node::Kind::list || Children(*rows).count() == 0) {
    fields.report_missing("rows", "a list of at least one row");
  } else {
    for (const Node& row : Children(*rows)) {
      out.rows.push_back(read_row(fields, row));
    }
  }
  if (!problems.empty()) {
    return std::unexpected(distinct(std::move(problems)));
  }
  return out;
}

}  // namespace kvtally
