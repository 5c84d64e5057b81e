#include "read/config/families.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "read/config/family_entry.hpp"
#include "read/text/embedded.hpp"

namespace kvtally {

namespace {

constexpr std::string_view kFolder = "modelzoo/families/";
constexpr std::string_view kEnding = ".yaml";
constexpr std::string_view kRefused = "modelzoo/config/refused.yaml";

const EmbeddedFile* embedded(std::string_view path) {
  const auto files = embedded_files();
  const auto found = std::ranges::lower_bound(files, path, {}, &EmbeddedFile::path);
  return found != files.end() && found->path == path ? &*found : nullptr;
}

Family family_from(const Node& root, std::string model_type) {
  Family family;
  if (const Node* like = member(root, "like")) {
    family = family_of(like->text).value_or(Family{});
  }
  family.model_type = std::move(model_type);
  overlay_family(family, root);
  return family;
}

}  // namespace

std::optional<Family> family_of(std::string_view model_type) {
  const EmbeddedFile* file = embedded(fmt::format("{}{}{}", kFolder, model_type, kEnding));
  return file == nullptr ? std::nullopt : std::optional(family_from(file->nodes.front(), std::string(model_type)));
}

std::vector<std::string_view> family_types() {
  std::vector<std::string_view> out;
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.path.starts_with(kFolder)) {
      out.push_back(file.path.substr(kFolder.size(), file.path.size() - kFolder.size() - kEnding.size()));
    }
  }
  return out;
}

std::optional<std::string_view> refusal_of(std::string_view model_type) {
  const EmbeddedFile* file = embedded(kRefused);
  if (file == nullptr) {
    return std::nullopt;
  }
  for (const Node& group : Children(file->nodes.front())) {
    for (const Node& type : Children(*member(group, "model_types"))) {
      if (type.text == model_type) {
        return member(group, "reason")->text;
      }
    }
  }
  return std::nullopt;
}

}  // namespace kvtally
