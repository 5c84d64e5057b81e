#include "read/translation.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

#include "core/parse.hpp"
#include "model/limits.hpp"

namespace kvtally {

namespace {

std::string run_length(const std::vector<std::string>& names) {
  std::string out;
  for (std::size_t i = 0; i < names.size();) {
    std::size_t end = i;
    while (end < names.size() && names[end] == names[i]) {
      ++end;
    }
    out += out.empty() ? "" : ", ";
    out += end - i == 1 ? names[i] : fmt::format("{} x{}", names[i], end - i);
    i = end;
  }
  return out;
}

// What the file calls the value: its own spelling, or the path that it was asked for.
std::string_view name_in_file(std::string_view key, const Node& node) {
  return key.ends_with(node.key) ? key : node.key;
}

struct Storage {
  std::vector<std::unique_ptr<std::string>> strings;
  std::vector<Node> nodes;

  std::string_view keep(std::string text) {
    return *strings.emplace_back(std::make_unique<std::string>(std::move(text)));
  }
};

}  // namespace

const Node* Translation::find(std::string_view key) {
  const Node* found = nullptr;
  const auto look = [&](std::string_view name) {
    understood_.emplace(name);
    const Node* node = config_->find(name);
    if (node != nullptr && found != nullptr && node->text != found->text) {
      config_->report(
          node->key_place,
          fmt::format("'{}' is {}, but '{}' is {}", node->key, described(*node), found->key, described(*found)),
          "one value, for both names mean the same");
    }
    found = found == nullptr ? node : found;
  };
  if (family_ != nullptr) {
    if (const auto names = family_->spelled.find(key); names != family_->spelled.end()) {
      std::ranges::for_each(names->second, look);
    }
    if (family_->irrelevant.contains(key)) {
      return found;
    }
  }
  look(key);
  return found;
}

bool Translation::stated(std::string_view key) {
  understood_.emplace(key);
  return config_->node().kind == Node::Kind::map && member(config_->node(), key) != nullptr;
}

std::string Translation::default_of() const { return family_ == nullptr ? "a default" : family_->default_of(); }

std::optional<std::string> Translation::default_for(std::string_view key) const {
  if (family_ == nullptr) {
    return std::nullopt;
  }
  const auto value = family_->defaults.find(key);
  return value == family_->defaults.end() ? std::nullopt : std::optional(value->second);
}

std::optional<std::int64_t> Translation::number(std::string_view key, std::int64_t low) {
  if (const Node* node = find(key)) {
    return config_->integer(*node, name_in_file(key, *node), low, limits::kTokens);
  }
  const auto text = default_for(key);
  const auto value = text ? parse_integer(*text) : std::unexpected(std::string());
  if (!value) {
    return std::nullopt;
  }
  assume(fmt::format("{} {}: {}", key, *value, default_of()));
  defaults_taken_.emplace_back(key);
  return *value;
}

std::int64_t Translation::number_or(std::string_view key, std::int64_t otherwise, std::int64_t low) {
  const std::size_t before = config_->problems().size();
  const auto value = number(key, low);
  if (!value && config_->problems().size() == before) {
    assume(fmt::format("{} {}: {}", key, otherwise, default_of()));
  }
  return value.value_or(otherwise);
}

bool Translation::flag(std::string_view key, bool otherwise) {
  if (const Node* node = find(key)) {
    return config_->boolean(*node, name_in_file(key, *node)).value_or(otherwise);
  }
  const auto value = default_for(key);
  return value ? *value == "true" : otherwise;
}

bool Translation::decide(std::string_view key, bool otherwise) {
  const bool value = flag(key, otherwise);
  if (!has(key)) {
    assume(fmt::format("{} {}: {}", key, value, default_of()));
  }
  return value;
}

std::vector<std::string> Translation::list(std::string_view key) {
  std::vector<std::string> out;
  const Node* node = find(key);
  if (node == nullptr) {
    return out;
  }
  const std::string_view name = name_in_file(key, *node);
  if (node->kind != Node::Kind::list) {
    config_->report(node->place, fmt::format("{} is {}", name, described(*node)), "a list");
    return out;
  }
  for (const Node& item : Children(*node)) {
    if (item.kind != Node::Kind::plain && item.kind != Node::Kind::quoted) {
      config_->report(item.place, fmt::format("{} holds {}", name, described(item)), "a name or a number");
    }
    out.emplace_back(item.text);
  }
  return out;
}

void Translation::ignore(std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) {
    understood_.emplace(key);
    if (family_ != nullptr && family_->spelled.contains(key)) {
      const auto& names = family_->spelled.find(key)->second;
      understood_.insert(names.begin(), names.end());
    }
  }
}

bool Translation::take(std::string_view key, std::string_view ours) {
  const std::string name(ours.empty() ? key : ours);
  if (const Node* node = find(key)) {
    if (node->kind == Node::Kind::list || node->kind == Node::Kind::map) {
      config_->report(node->place, fmt::format("{} is {}", name_in_file(key, *node), described(*node)),
                      "a whole number");
      return true;
    }
    values_[name] = {std::string(node->text), node->place, node->kind == Node::Kind::quoted};
    return true;
  }
  const auto value = number(key);
  if (value) {
    values_[name] = {fmt::format("{}", *value), {}, false};
  }
  return value.has_value();
}

void Translation::take_all(std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) {
    take(key);
  }
}

void Translation::give(std::string_view ours, std::string value, std::string how) {
  values_[std::string(ours)] = {value, {}, false};
  if (!how.empty()) {
    assume(fmt::format("{} {}: {}", ours, value, how));
  }
}

void Translation::layers(const std::vector<std::string>& types, std::string_view from, std::string_view ours) {
  const Node* node = from.empty() ? nullptr : find(from);
  values_[std::string(ours)] = {run_length(types), node == nullptr ? Place{} : node->place, false};
}

void Translation::uniform(std::string_view type) {
  layers(std::vector<std::string>(static_cast<std::size_t>(layer_count()), std::string(type)),
         "num_hidden_layers");
}

std::int64_t Translation::layer_count() {
  return std::clamp<std::int64_t>(number("num_hidden_layers", 1).value_or(1), 1, limits::kLayers);
}

void Translation::report(std::string_view key, std::string what, std::string expected) {
  const Node* node = find(key);
  config_->report(node == nullptr ? Place{} : node->place, std::move(what), std::move(expected));
}

void Translation::abandon(std::string_view key, std::string what, std::string expected) {
  abandoned_ = true;
  report(key, std::move(what), std::move(expected));
}

void Translation::assume(std::string sentence) {
  if (std::ranges::find(assumptions_, sentence) == assumptions_.end()) {
    assumptions_.push_back(std::move(sentence));
  }
}

Tree Translation::build() const {
  const auto storage = std::make_shared<Storage>();
  std::vector<std::pair<std::string, std::size_t>> open{
      {"", 0}};  // the maps that are being written, by their path
  storage->nodes.emplace_back().kind = Node::Kind::map;
  const auto close_to = [&](std::string_view path) {
    while (!open.back().first.empty() && !path.starts_with(open.back().first)) {
      Node& map = storage->nodes[open.back().second];
      map.size = static_cast<std::uint32_t>(storage->nodes.size() - open.back().second);
      open.pop_back();
    }
  };
  for (const auto& [path, value] : values_) {  // in the order of paths, so that a map's members stand together
    close_to(path);
    for (std::size_t dot = path.find('.', open.back().first.size()); dot != std::string::npos;
         dot = path.find('.', open.back().first.size())) {
      Node& map = storage->nodes.emplace_back();
      map.kind = Node::Kind::map;
      map.key = storage->keep(path.substr(open.back().first.size(), dot - open.back().first.size()));
      open.emplace_back(path.substr(0, dot + 1), storage->nodes.size() - 1);
    }
    Node& node = storage->nodes.emplace_back();
    node.kind = value.quoted ? Node::Kind::quoted : Node::Kind::plain;
    node.key = storage->keep(path.substr(open.back().first.size()));
    node.text = storage->keep(value.text);
    node.place = value.place;
    node.key_place = value.place;
  }
  close_to("");
  storage->nodes.front().size = static_cast<std::uint32_t>(storage->nodes.size());
  return config_->tree().with_nodes(storage->nodes, storage);
}

}  // namespace kvtally
