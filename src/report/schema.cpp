#include "report/schema.hpp"

#include <algorithm>
#include <string_view>

#include "core/parse.hpp"
#include "read/text/file.hpp"

namespace kvtally {

namespace {

constexpr std::string_view kFolder = "reports/schemas/";
constexpr std::string_view kDraft = "https://json-schema.org/draft/2020-12/schema";
constexpr std::string_view kDefinition = "#/$defs/";

// A plain word of the file is a number or true or false where it reads as one; the files hold no fractions.
Json node_json(const Node& node) {
  switch (node.kind) {
    case Node::Kind::null: return nullptr;
    case Node::Kind::quoted: return std::string(node.text);
    case Node::Kind::plain: break;
    case Node::Kind::list: {
      Json out = Json::array();
      for (const Node& child : Children(node)) {
        out.push_back(node_json(child));
      }
      return out;
    }
    case Node::Kind::map: {
      Json out = Json::object();
      for (const Node& child : Children(node)) {
        out[std::string(child.key)] = node_json(child);
      }
      return out;
    }
  }
  if (node.text == "true" || node.text == "false") {
    return node.text == "true";
  }
  const auto number = parse_integer(node.text);
  return number ? Json(*number) : Json(std::string(node.text));
}

// The definitions that are referred to, in the order of the document.
void references(const Json& json, std::vector<std::string>& out) {
  for (const auto& [key, value] : json.items()) {
    if (json.is_object() && key == "$ref") {
      out.push_back(value.get<std::string>().substr(kDefinition.size()));
    } else if (value.is_structured()) {
      references(value, out);
    }
  }
}

std::string schema_title(const Node& root) {
  const Node* title = member(root, "title");
  return title == nullptr ? "" : std::string(title->text);
}

}  // namespace

Schemas::Schemas(std::span<const EmbeddedFile> files) {
  for (const EmbeddedFile& file : files) {
    if (!file.path.starts_with(kFolder)) {
      continue;
    }
    const std::string name = stem(std::string(file.path));
    if (name == "common") {
      common_ = member(file.nodes.front(), "$defs");
    } else {
      entries_.push_back({name, name.ends_with("-yaml"), &file.nodes.front()});
    }
  }
  std::ranges::stable_sort(entries_, {}, &Entry::input);
}

std::vector<std::string> Schemas::names() const {
  std::vector<std::string> out;
  for (const Entry& entry : entries_) {
    out.push_back(entry.name);
  }
  return out;
}

std::optional<Json> Schemas::find(const std::string& name) const {
  const auto entry = std::ranges::find(entries_, name, &Entry::name);
  if (entry == entries_.end()) {
    return std::nullopt;
  }
  Json out{{"$schema", kDraft}};
  out.update(node_json(*entry->root));
  std::vector<std::string> wanted;
  references(out, wanted);
  for (std::size_t i = 0; i < wanted.size(); ++i) {  // what is added refers to more
    const Node* shared = common_ == nullptr ? nullptr : member(*common_, wanted[i]);
    if (shared != nullptr && !out["$defs"].contains(wanted[i])) {
      out["$defs"][wanted[i]] = node_json(*shared);
      references(out["$defs"][wanted[i]], wanted);
    }
  }
  return out;
}

Table Schemas::list() const {
  Table table;
  table.columns = {{"name", "Name", Align::left, kEverywhere, false},
                   {"of", "Of", Align::left, kEverywhere, false},
                   {"title", "Title", Align::left, kEverywhere, false}};
  for (const Entry& entry : entries_) {
    table.rows.push_back({{entry.name, "", {}, {}},
                          {entry.input ? "input" : "output", "", {}, {}},
                          {schema_title(*entry.root), "", {}, {}}});
  }
  return table;
}

std::string Schemas::json_of_list() const {
  Json out = document("schemas");
  out["schemas"] = Json::array();
  for (const Entry& entry : entries_) {
    out["schemas"].push_back(
        {{"name", entry.name}, {"of", entry.input ? "input" : "output"}, {"title", schema_title(*entry.root)}});
  }
  return print(out);
}

}  // namespace kvtally
