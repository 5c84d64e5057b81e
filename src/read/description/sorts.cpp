#include "read/description/sorts.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/suggest.hpp"
#include "read/description/layer_words.hpp"

namespace kvtally {

Sorts::Sorts(const Fields& fields) : fields_(&fields) {
  if (const Node* kinds = fields.find("kinds"); kinds != nullptr && kinds->kind == Node::Kind::map) {
    for (const Node& child : Children(*kinds)) {
      kinds_.emplace(child.key, &child);
    }
  }
}

const Node* Sorts::node(std::string_view sort) const {
  const auto found = kinds_.find(sort);
  return found == kinds_.end() ? nullptr : found->second;
}

const Node* Sorts::setting(std::string_view sort, std::string_view key) const {
  const Node* entry = node(sort);
  const Node* value = entry == nullptr || entry->kind != Node::Kind::map ? nullptr : member(*entry, key);
  return value == nullptr || value->kind == Node::Kind::null ? nullptr : value;
}

std::string Sorts::type(std::string_view sort) const {
  if (const Node* type = setting(sort, "layer_type")) {
    return std::string(type->text);
  }
  if (sort == "attention") {  // the legacy names of transformers
    return "full_attention";
  }
  return sort == "mamba" ? "linear_attention" : std::string(sort);
}

std::vector<std::string_view> Sorts::names() const {
  std::vector<std::string_view> names(layer_types().begin(), layer_types().end());
  for (const auto& [name, node] : kinds_) {
    names.push_back(name);
  }
  return names;
}

bool Sorts::known(const std::vector<NameRun>& runs, std::string_view key) const {
  const auto types = layer_types();
  std::vector<std::string_view> unknown;
  for (const NameRun& run : runs) {
    if (std::ranges::find(types, type(run.name)) != types.end() ||
        std::ranges::find(unknown, run.name) != unknown.end()) {
      continue;
    }
    unknown.push_back(run.name);
    if (fields_->problems().size() >= kMostProblems) {
      break;
    }
    if (const Node* given = setting(run.name, "layer_type")) {
      fields_->report(given->place, fmt::format("layer_type is {}", described(*given)),
                      "a layer type of transformers", nearest(given->text, types).value_or(""));
      continue;
    }
    fields_->report(place_of(fields_->tree(), *fields_->find(key), run.name),
                    fmt::format("unknown layer type '{}'", run.name),
                    "a layer type of transformers, or a name under 'kinds' with its layer_type",
                    nearest(run.name, names()).value_or(""));
  }
  return unknown.empty();
}

Place place_of(const Tree& tree, const Node& list, std::string_view name) {
  if (list.kind == Node::Kind::list) {
    for (const Node& item : Children(list)) {
      if (item.text == name) {
        return item.place;
      }
    }
  }
  const auto inside = [&](std::size_t at) { return at < list.text.size() && is_name_character(list.text[at]); };
  std::size_t offset = list.text.find(name);
  while (offset != std::string_view::npos &&
         ((offset > 0 && inside(offset - 1)) || inside(offset + name.size()))) {
    offset = list.text.find(name, offset + 1);
  }
  return offset == std::string_view::npos ? list.place : tree.place_in(list, offset);
}

}  // namespace kvtally
