#include "read/model_file.hpp"

#include <filesystem>

#include "read/config/config.hpp"
#include "read/folder.hpp"
#include "read/params/params.hpp"
#include "read/text/file.hpp"
#include "read/text/json.hpp"
#include "read/text/yaml.hpp"

namespace kvtally {

namespace {

bool is_json(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) {
    text.remove_prefix(3);
  }
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{';
}

// A config.json or params.json is known by its folder, any other file by its own name.
std::string id_of(const std::string& path) {
  const std::filesystem::path whole(path);
  const std::string parent = whole.parent_path().filename().string();
  const bool of_folder = whole.filename() == "config.json" || whole.filename() == "params.json";
  return of_folder && !parent.empty() ? parent : stem(path);
}

// Weights alone say nothing of what attention keeps.
bool is_weights(const std::string& path) {
  return path.ends_with(".safetensors") || path.ends_with(".safetensors.index.json");
}

}  // namespace

Expected<Description> read_model_file(const std::string& path) {
  std::error_code ignored;
  if (path != "-" && std::filesystem::is_directory(path, ignored)) {
    return read_folder(path);
  }
  if (is_weights(path)) {
    return std::unexpected(Problems{{path,
                                     {},
                                     "weights do not say what a layer keeps",
                                     "the folder that also holds the config.json or params.json",
                                     "",
                                     ""}});
  }
  auto text = read_file(path);
  if (!text) {
    return std::unexpected(std::move(text.error()));
  }
  const bool json = is_json(*text);
  const std::string name = path == "-" ? "<stdin>" : path;
  const auto tree = json ? parse_json(name, std::move(*text)) : parse_yaml(name, std::move(*text));
  if (!tree) {
    return std::unexpected(tree.error());
  }
  const std::string id = path == "-" ? "stdin" : id_of(path);
  if (!json) {
    return read_description(*tree, id);
  }
  return is_params(tree->root()) ? read_params(*tree, id) : read_config(*tree, id);
}

}  // namespace kvtally
