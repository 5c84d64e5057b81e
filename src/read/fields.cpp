#include "read/fields.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/parse.hpp"
#include "core/suggest.hpp"

namespace kvtally {

namespace {

bool is_scalar(const Node& node) { return node.kind == Node::Kind::plain || node.kind == Node::Kind::quoted; }

}  // namespace

std::string described(const Node& node) {
  switch (node.kind) {
    case Node::Kind::null: return "null";
    case Node::Kind::list: return "a list";
    case Node::Kind::map: return "a map";
    case Node::Kind::quoted: return fmt::format("the text \"{}\"", node.text);
    case Node::Kind::plain: return fmt::format("'{}'", node.text);
  }
  return {};
}

Fields::Fields(const Tree& tree, const Node& node, Problems& problems, std::string_view name)
    : tree_(&tree), node_(&node), problems_(&problems) {
  if (node.kind != Node::Kind::map) {
    report(node.place, fmt::format("{} is {}", name, described(node)), "a map of keys and values");
  }
}

const Node* Fields::find(std::string_view key) const {
  if (node_->kind != Node::Kind::map) {
    return nullptr;
  }
  const std::size_t point = key.find('.');
  const Node* found = member(*node_, key.substr(0, point));
  if (found == nullptr || found->kind == Node::Kind::null) {
    return nullptr;
  }
  if (point == std::string_view::npos) {
    return found;
  }
  if (found->kind != Node::Kind::map) {
    return nullptr;
  }
  return Fields(*tree_, *found, *problems_).find(key.substr(point + 1));
}

std::optional<std::int64_t> Fields::integer(std::string_view key, std::int64_t low, std::int64_t high) const {
  const Node* value = find(key);
  return value == nullptr ? std::nullopt : integer(*value, key, low, high);
}

std::optional<std::int64_t> Fields::integer(const Node& value, std::string_view name, std::int64_t low,
                                            std::int64_t high) const {
  const std::string range = fmt::format("a whole number from {} to {}", low, high);
  if (value.kind != Node::Kind::plain) {
    report(value.place, fmt::format("{} is {}", name, described(value)), range);
    return std::nullopt;
  }
  const auto number = parse_integer(value.text);
  if (!number || *number < low || *number > high) {
    const std::string reason = number ? "" : ": " + number.error();
    report(value.place, fmt::format("{} is '{}'{}", name, value.text, reason), range);
    return std::nullopt;
  }
  return *number;
}

std::optional<std::string> Fields::text(std::string_view key) const {
  const Node* value = find(key);
  if (value == nullptr) {
    return std::nullopt;
  }
  if (!is_scalar(*value)) {
    report(value->place, fmt::format("{} is {}", key, described(*value)), "text");
    return std::nullopt;
  }
  return std::string(value->text);
}

std::optional<bool> Fields::boolean(std::string_view key) const {
  const Node* value = find(key);
  return value == nullptr ? std::nullopt : boolean(*value, key);
}

std::optional<bool> Fields::boolean(const Node& value, std::string_view name) const {
  if (value.kind == Node::Kind::plain && (value.text == "true" || value.text == "false")) {
    return value.text == "true";
  }
  report(value.place, fmt::format("{} is {}", name, described(value)), "true or false");
  return std::nullopt;
}

std::vector<std::string> Fields::texts(std::string_view key) const {
  std::vector<std::string> out;
  const Node* list = find(key);
  if (list == nullptr) {
    return out;
  }
  if (list->kind != Node::Kind::list) {
    report(list->place, fmt::format("{} is {}", key, described(*list)), "a list of texts");
    return out;
  }
  for (const Node& item : Children(*list)) {
    if (is_scalar(item)) {
      out.emplace_back(item.text);
    } else {
      report(item.place, fmt::format("{} holds {}", key, described(item)), "text");
    }
  }
  return out;
}

std::string Fields::required_text(std::string_view key) const {
  if (find(key) == nullptr) {
    report_missing(key, "text");
    return {};
  }
  return text(key).value_or("");
}

void Fields::refuse_unknown(std::span<const std::string_view> known) const {
  if (node_->kind != Node::Kind::map) {
    return;
  }
  for (const Node& child : Children(*node_)) {
    if (problems_->size() < kMostProblems && std::ranges::find(known, child.key) == known.end()) {
      report(child.key_place, fmt::format("unknown key '{}'", child.key), "",
             nearest(child.key, known).value_or(""));
    }
  }
}

void Fields::report(Place place, std::string what, std::string expected, std::string suggestion) const {
  if (problems_->size() < kMostProblems) {
    problems_->push_back(tree_->problem(place, std::move(what), std::move(expected), std::move(suggestion)));
  }
}

void Fields::report_missing(std::string_view key, std::string expected, std::string what) const {
  const std::size_t point = key.find('.');
  const Node* map = point == std::string_view::npos ? node_ : find(key.substr(0, point));
  const Place place = map == nullptr || map == &tree_->root() ? Place{} : map->place;
  report(place, what.empty() ? fmt::format("the key '{}' is missing", key) : std::move(what), std::move(expected));
}

}  // namespace kvtally
