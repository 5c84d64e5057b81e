#include "read/zoo.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <set>

#include "core/suggest.hpp"
#include "core/text.hpp"
#include "read/model_file.hpp"
#include "read/text/file.hpp"
#include "read/text/yaml.hpp"

namespace kvtally {

namespace {

constexpr std::string_view kModelFolder = "modelzoo/";

std::vector<std::string_view> aliases_of(const Tree& tree) {
  std::vector<std::string_view> out;
  const Node* list = tree.root().kind == Node::Kind::map ? member(tree.root(), "aliases") : nullptr;
  if (list != nullptr && list->kind == Node::Kind::list) {
    for (const Node& item : Children(*list)) {
      out.push_back(item.text);
    }
  }
  return out;
}

bool looks_like_a_path(const std::string& word) {
  std::error_code ignored;
  return word == "-" || word.ends_with(".yaml") || word.ends_with(".yml") || word.ends_with(".json") ||
         word.starts_with('.') || word.starts_with('/') || std::filesystem::exists(word, ignored);
}

}  // namespace

Zoo::Zoo(std::span<const EmbeddedFile> files) {
  for (const EmbeddedFile& file : files) {
    const bool model =
        file.path.starts_with(kModelFolder) && file.path.find('/', kModelFolder.size()) == std::string_view::npos;
    if (model) {
      const std::string path(file.path);
      entries_.push_back({stem(path), Tree(path, file.nodes)});
    }
  }
  std::ranges::sort(entries_, {}, &Entry::id);
}

Problems Zoo::add_folder(const std::string& folder) {
  const auto files = files_in(folder, ".yaml");
  if (!files) {
    return files.error();
  }
  Problems problems;
  for (const std::string& path : *files) {
    auto text = read_file(path);
    auto tree = text ? parse_yaml(path, std::move(*text)) : std::unexpected(text.error());
    auto description = tree ? read_description(*tree, stem(path)) : std::unexpected(tree.error());
    if (!description) {
      problems.insert(problems.end(), description.error().begin(), description.error().end());
      continue;
    }
    const auto spot = std::ranges::lower_bound(entries_, stem(path), {}, &Entry::id);
    if (spot != entries_.end() && spot->id == stem(path)) {
      spot->tree = std::move(*tree);
    } else {
      entries_.insert(spot, {stem(path), std::move(*tree)});
    }
  }
  return problems;
}

std::vector<std::string> Zoo::ids() const {
  std::vector<std::string> out;
  for (const Entry& entry : entries_) {
    out.push_back(entry.id);
  }
  return out;
}

std::vector<std::string> Zoo::aliases() const {
  std::map<std::string, std::set<std::string_view>> ids;
  for (const Entry& entry : entries_) {
    for (const std::string_view alias : aliases_of(entry.tree)) {
      ids[std::string(alias)].insert(entry.id);
    }
  }
  std::vector<std::string> out;
  for (const auto& [alias, of] : ids) {
    if (of.size() == 1) {
      out.push_back(alias);
    }
  }
  return out;
}

std::vector<std::string> Zoo::matches(std::string_view name) const {
  const std::string wanted = lower(name);
  if (std::ranges::binary_search(entries_, wanted, {}, &Entry::id)) {
    return {wanted};
  }
  std::vector<std::string> out;
  for (const Entry& entry : entries_) {
    const auto aliases = aliases_of(entry.tree);
    if (lower(entry.id) == wanted ||
        std::ranges::any_of(aliases, [&](std::string_view alias) { return lower(alias) == wanted; })) {
      out.push_back(entry.id);
    }
  }
  return out;
}

std::string Zoo::suggestion(std::string_view name) const {
  std::vector<std::string_view> names;
  for (const Entry& entry : entries_) {
    names.push_back(entry.id);
    const auto aliases = aliases_of(entry.tree);
    names.insert(names.end(), aliases.begin(), aliases.end());
  }
  std::erase_if(names, [&](std::string_view candidate) { return matches(candidate).size() != 1; });
  return nearest(lower(name), names).value_or("");
}

Expected<Description> Zoo::describe(std::string_view id) const {
  const auto entry = std::ranges::lower_bound(entries_, id, {}, &Entry::id);
  return read_description(entry->tree, entry->id);
}

Expected<Description> Zoo::named(std::string_view name) const {
  const std::vector<std::string> found = matches(name);
  if (found.size() == 1) {
    return describe(found.front());
  }
  const bool several = !found.empty();
  return std::unexpected(Problems{
      {"",
       {},
       fmt::format("{}'{}'{}", several ? "" : "unknown model ", name, several ? " stands for several models" : ""),
       several ? fmt::format("one of {}", fmt::join(found, ", "))
               : "an id or alias (kvtally models lists them) or a path",
       several ? "" : suggestion(name),
       ""}});
}

Expected<Description> find_model(const Zoo& zoo, const std::string& word, const ConfigOptions& options) {
  return zoo.matches(word).empty() && looks_like_a_path(word) ? read_model_file(word, options) : zoo.named(word);
}

}  // namespace kvtally
