#include "cli/check_sources.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <stdexcept>

#include "check/check_file.hpp"
#include "cli/recipes.hpp"
#include "read/model_file.hpp"
#include "read/text/embedded.hpp"
#include "read/text/file.hpp"

namespace kvtally::cli {

namespace {

bool holds_checks(const Tree& tree) {
  return is_check_file(tree) || (tree.root().kind == Node::Kind::map && member(tree.root(), "claims") != nullptr);
}

// A folder too, where there is one of that name.
bool is_path(const std::string& word, const std::string& path) {
  constexpr std::array<std::string_view, 4> kEndings{".yaml", ".yml", ".json", ".gguf"};
  std::error_code ignored;
  return word.starts_with('.') || word.starts_with('/') ||
         std::ranges::any_of(kEndings, [&](std::string_view ending) { return word.ends_with(ending); }) ||
         std::filesystem::exists(path, ignored);
}

ModelTable lecture_table(const Zoo& zoo) {
  for (const EmbeddedFile& file : embedded_files()) {
    const std::string path(file.path);
    if (path == "reports/attention-evolution.yaml") {
      const auto recipe = read_recipe(Tree(path, file.nodes), stem(path));
      auto table = recipe ? compute_table(*recipe, [&](const std::string& id) { return zoo.named(id); }, {})
                          : std::unexpected(recipe.error());
      if (table) {
        return std::move(*table);
      }
    }
  }
  throw std::logic_error("the compiled-in report cannot be computed");
}

}  // namespace

CheckSources::CheckSources() : zoo_(embedded_files()), devices_(embedded_files()), table_(lecture_table(zoo_)) {}

FigureSources CheckSources::at(const std::string& document) const {
  const std::size_t slash = document.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : document.substr(0, slash + 1);
  const Zoo* zoo = &zoo_;
  const Describe describe = [zoo, folder](const std::string& word) {
    const std::string path = word.starts_with('/') ? word : folder + word;
    return zoo->matches(word).empty() && is_path(word, path) ? read_model_file(path) : zoo->named(word);
  };
  return {describe, &table_, &devices_};
}

std::optional<Tree> built_in_checks(const std::string& name) {
  for (const EmbeddedFile& file : embedded_files()) {
    const std::string path(file.path);
    if (path.starts_with(kReportsFolder) && stem(path) == name && holds_checks(Tree(path, file.nodes))) {
      return Tree(path, file.nodes);
    }
  }
  return std::nullopt;
}

std::vector<std::string> built_in_check_names() {
  std::vector<std::string> out;
  for (const EmbeddedFile& file : embedded_files()) {
    const std::string path(file.path);
    if (path.starts_with(kReportsFolder) && holds_checks(Tree(path, file.nodes))) {
      out.push_back(stem(path));
    }
  }
  return out;
}

}  // namespace kvtally::cli
