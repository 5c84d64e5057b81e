#include "read/sorts.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/suggest.hpp"
#include "read/compose.hpp"

namespace kvtally {

const Node* Sorts::node(std::string_view sort) const {
  const Node* kinds = fields_->find("kinds");
  return kinds == nullptr || kinds->kind != Node::Kind::map ? nullptr : member(*kinds, sort);
}

const Node* Sorts::setting(std::string_view sort, std::string_view key) const {
  const Node* entry = node(sort);
  return entry == nullptr || entry->kind != Node::Kind::map ? nullptr : member(*entry, key);
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
  if (const Node* kinds = fields_->find("kinds"); kinds != nullptr && kinds->kind == Node::Kind::map) {
    for (const Node& child : Children(*kinds)) {
      names.push_back(child.key);
    }
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
    fields_->report(place_of(*fields_->find(key), run.name), fmt::format("unknown layer type '{}'", run.name),
                    "a layer type of transformers, or a name under 'kinds' with its layer_type",
                    nearest(run.name, names()).value_or(""));
  }
  return unknown.empty();
}

Place place_of(const Node& list, std::string_view name) {
  if (list.kind == Node::Kind::list) {
    for (const Node& item : Children(list)) {
      if (item.text == name) {
        return item.place;
      }
    }
  }
  Place place = list.place;
  if (const std::size_t offset = list.text.find(name); offset != std::string_view::npos) {
    place.column += static_cast<std::uint32_t>(offset) + (list.kind == Node::Kind::quoted ? 1 : 0);
  }
  return place;
}

}  // namespace kvtally
