#include "hardware/catalogue.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <set>

#include "core/suggest.hpp"
#include "core/text.hpp"
#include "hardware/device_file.hpp"
#include "hardware/overrides.hpp"
#include "read/fields.hpp"
#include "read/text/file.hpp"
#include "read/text/yaml.hpp"

namespace kvtally {

namespace {

constexpr std::string_view kFolder = "hardware/";

// Names that differ in case alone, or in the sign between words, are one.
std::string plain(std::string_view name) {
  std::string out = lower(name);
  std::ranges::replace_if(out, [](char c) { return c == ' ' || c == '_'; }, '-');
  return out;
}

std::vector<std::string_view> texts_of(const Tree& tree, std::string_view key) {
  std::vector<std::string_view> out;
  const Node* found = member(tree.root(), key);
  if (found != nullptr && (found->kind == Node::Kind::list || found->kind == Node::Kind::map)) {
    for (const Node& item : Children(*found)) {
      out.push_back(found->kind == Node::Kind::map ? item.key : item.text);
    }
  }
  return out;
}

bool holds(const Tree& tree, std::string_view key, std::string_view wanted) {
  return std::ranges::any_of(texts_of(tree, key), [&](std::string_view text) { return plain(text) == wanted; });
}

std::unexpected<Problems> refusal(std::string what, std::string expected, std::string suggestion = {}) {
  return std::unexpected(Problems{{"", {}, std::move(what), std::move(expected), std::move(suggestion), ""}});
}

// "a, b or c".
std::string alternatives(const std::vector<std::string>& texts) {
  std::string out;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    out += (i == 0 ? "" : i + 1 == texts.size() ? " or " : ", ") + texts[i];
  }
  return out;
}

std::string_view sentence_on(const std::map<std::string, std::string, std::less<>>& sentences,
                             std::string_view name) {
  const auto found =
      std::ranges::find_if(sentences, [&](const auto& item) { return plain(item.first) == plain(name); });
  return found == sentences.end() ? std::string_view() : found->second;
}

std::unexpected<Problems> ambiguous(std::string_view name, const std::vector<Profile>& profiles) {
  std::vector<std::string> meanings;
  std::vector<std::string> ids;
  std::set<std::string> without_file;
  for (const Profile& profile : profiles) {
    meanings.push_back(fmt::format("{} ({})", profile.part.id, profile.part.name));
    ids.push_back(profile.part.id);
    if (const std::string_view other = sentence_on(profile.ambiguous_with, name); !other.empty()) {
      without_file.emplace(other);
    }
  }
  const std::string others =
      without_file.empty() ? ""
                           : fmt::format(", or {}, for which there is no entry", fmt::join(without_file, ", "));
  return refusal(fmt::format("'{}' may mean {}{}", name, alternatives(meanings), others),
                 fmt::format("the exact id: {}", alternatives(ids)));
}

bool is_path(std::string_view name) {
  return name.find('/') != std::string_view::npos || name.ends_with(".yaml") || name.ends_with(".yml");
}

}  // namespace

Catalogue::Catalogue(std::span<const EmbeddedFile> files) {
  for (const EmbeddedFile& file : files) {
    const std::string path(file.path);
    if (path == "hardware/usual/fractions.yaml") {
      usual_ = read_usual(Tree(path, file.nodes)).value_or(UsualTable{});
    } else if (path.starts_with(kFolder) && path.find('/', kFolder.size()) == std::string::npos) {
      entries_.push_back({stem(path), Tree(path, file.nodes)});
    }
  }
  std::ranges::sort(entries_, {}, &Entry::id);
}

std::vector<std::string> Catalogue::ids() const {
  std::vector<std::string> out;
  for (const Entry& entry : entries_) {
    out.push_back(entry.id);
  }
  return out;
}

Expected<Profile> Catalogue::with_usual(Expected<Profile> profile, const Tree& tree) const {
  if (!profile || profile->usual.empty()) {
    return profile;
  }
  const auto found = usual_.find(profile->usual);
  if (found != usual_.end()) {
    profile->part.usual = found->second;
    return profile;
  }
  std::vector<std::string_view> names;
  for (const auto& [name, fractions] : usual_) {
    names.push_back(name);
  }
  return std::unexpected(Problems{tree.problem(
      member(tree.root(), "usual")->place, fmt::format("usual is '{}'", profile->usual),
      fmt::format("one of {}", fmt::join(names, ", ")), nearest(profile->usual, names).value_or(""))});
}

Expected<Profile> Catalogue::profile(std::string_view id) const {
  const auto entry = std::ranges::lower_bound(entries_, id, {}, &Entry::id);
  return with_usual(read_profile(entry->tree, entry->id), entry->tree);
}

Expected<Profile> Catalogue::in_file(const std::string& path) const {
  auto text = read_file(path);
  if (!text) {
    return std::unexpected(std::move(text.error()));
  }
  const auto tree = parse_yaml(path, std::move(*text));
  if (!tree) {
    return std::unexpected(tree.error());
  }
  return with_usual(read_profile(*tree, stem(path)), *tree);
}

Expected<Profile> Catalogue::named(const std::string& name) const {
  if (std::ranges::binary_search(entries_, name, {}, &Entry::id)) {
    return profile(name);
  }
  const std::string wanted = plain(name);
  std::vector<Profile> unclear;
  std::vector<std::string> found;
  std::vector<std::string_view> names;
  for (const Entry& entry : entries_) {
    if (holds(entry.tree, "distinct_from", wanted)) {
      const Profile other = *profile(entry.id);
      return refusal(fmt::format("'{}' has no entry, and is not {}: {}", name, entry.id,
                                 sentence_on(other.distinct_from, name)),
                     "another device, or a file with its figures");
    }
    if (holds(entry.tree, "ambiguous", wanted) || holds(entry.tree, "ambiguous_with", wanted)) {
      unclear.push_back(*profile(entry.id));
    }
    const Node* product = member(entry.tree.root(), "name");
    const bool itself = product != nullptr && plain(product->text) == wanted;
    if (plain(entry.id) == wanted || itself || holds(entry.tree, "aliases", wanted)) {
      found.push_back(entry.id);
    }
    names.push_back(entry.id);
    std::ranges::copy(texts_of(entry.tree, "aliases"), std::back_inserter(names));
  }
  if (!unclear.empty()) {
    return ambiguous(name, unclear);
  }
  return found.size() == 1 ? profile(found.front())
                           : refusal(fmt::format("unknown device '{}'", name),
                                     "an id or alias (kvtally hardware lists them) or a path to a .yaml file",
                                     nearest(wanted, names).value_or(""));
}

Expected<Device> Catalogue::find(std::string_view word) const {
  const auto pieces = split(word, ',');
  std::string name(pieces.empty() ? "" : pieces.front());
  const bool chip = name.ends_with(":chip");
  if (chip) {
    name.erase(name.size() - std::string_view(":chip").size());
  }
  const bool path = is_path(name);
  if (const std::size_t colon = name.rfind(':'); colon != std::string::npos && !path) {
    return refusal(fmt::format("'{}' of '{}' is no part of a device", name.substr(colon), word),
                   ":chip for the whole chip, or nothing for one device");
  }
  const Expected<Profile> profile = path ? in_file(name) : named(name);
  if (!profile) {
    return std::unexpected(profile.error());
  }
  Device device = chip ? whole_part_of(*profile) : device_of(*profile);
  const auto overrides = std::span(pieces).subspan(1);
  if (Problems problems = apply_overrides(device, overrides, word); !problems.empty()) {
    return std::unexpected(std::move(problems));
  }
  return device;
}

}  // namespace kvtally
