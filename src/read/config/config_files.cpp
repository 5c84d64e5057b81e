#include "read/config/config_files.hpp"

#include <algorithm>

#include "core/parse.hpp"
#include "read/config/class_list.hpp"
#include "read/config/families.hpp"
#include "read/text/embedded.hpp"

namespace kvtally {

namespace {

constexpr std::string_view kPath = "modelzoo/config/classes.yaml";

// A model type, or a map of one class: what it gives by default.
ConfigClass class_from(const Node& node) {
  if (node.kind != Node::Kind::map) {
    const Family family = family_of(node.text).value_or(Family{});
    return {family.class_name, family.defaults};
  }
  const Node& named = *Children(node).begin();
  ConfigClass out{std::string(named.key), {}};
  for (const Node& value : Children(named)) {
    out.defaults.emplace(value.key, value.text);
  }
  return out;
}

ConfigFile& file_named(std::vector<ConfigFile>& files, std::string_view name) {
  return *std::ranges::find(files, name, &ConfigFile::name);
}

std::vector<ConfigFile> files_from(const Node& root) {
  std::vector<ConfigFile> out;
  each_file(root, "classes", [&](std::string_view name, const Node& classes) {
    ConfigFile& file = out.emplace_back();
    file.name = name;
    for (const Node& node : Children(classes)) {
      file.classes.push_back(class_from(node));
    }
  });
  each_file(root, "others", [&](std::string_view name, const Node&) { out.emplace_back().name = name; });
  std::ranges::sort(out, {}, &ConfigFile::name);
  each_file(root, "later", [&](std::string_view name, const Node&) { file_named(out, name).later = true; });
  each_file(root, "sinks", [&](std::string_view name, const Node&) { file_named(out, name).sinks = true; });
  each_file(root, "indexers", [&](std::string_view name, const Node&) { file_named(out, name).indexer = true; });
  each_file(root, "layer_types", [&](std::string_view name, const Node& types) {
    for (const Node& type : Children(types)) {
      file_named(out, name).layer_types.emplace_back(type.text);
    }
  });
  each_file(root, "mentions", [&](std::string_view word, const Node& names) {
    for (const Node& name : Children(names)) {
      file_named(out, name.text).mentions.emplace_back(word);
    }
  });
  return out;
}

}  // namespace

std::optional<std::int64_t> ConfigClass::number(std::string_view key) const {
  const auto found = defaults.find(key);
  if (found == defaults.end()) {
    return std::nullopt;
  }
  const auto value = parse_integer(found->second);
  return value ? std::optional(*value) : std::nullopt;
}

std::optional<std::int64_t> ConfigFile::number(std::string_view key) const {
  for (const ConfigClass& one : classes) {
    if (const auto value = one.number(key)) {
      return value;
    }
  }
  return std::nullopt;
}

std::vector<ConfigFile> config_files() {
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.path == kPath) {
      return files_from(file.nodes.front());
    }
  }
  return {};
}

}  // namespace kvtally
