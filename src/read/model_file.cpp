#include "read/model_file.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <span>

#include "read/config/config.hpp"
#include "read/folder.hpp"
#include "read/gguf/container.hpp"
#include "read/gguf/gguf.hpp"
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

// Known by its first bytes, or by its name: then what is wrong with it is said of a GGUF file.
bool is_gguf_file(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) {
    return false;
  }
  std::array<char, 4> start{};
  std::ifstream(path, std::ios::binary).read(start.data(), start.size());
  return is_gguf({start.data(), start.size()}) || std::filesystem::path(path).extension() == ".gguf";
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

// The text of a file, or of standard input, by what it holds.
Expected<Description> read_text(const std::string& path, std::string text, const ConfigOptions& options) {
  const std::string name = path == "-" ? "<stdin>" : path;
  const std::string id = path == "-" ? "stdin" : id_of(path);
  if (is_gguf(text)) {
    return read_gguf(name, std::as_bytes(std::span(text)), id);
  }
  const bool json = is_json(text);
  const auto tree = json ? parse_json(name, std::move(text)) : parse_yaml(name, std::move(text));
  if (!tree) {
    return std::unexpected(tree.error());
  }
  if (!json) {
    return read_description(*tree, id);
  }
  return is_params(tree->root()) ? read_params(*tree, id) : read_config(*tree, id, options);
}

}  // namespace

Expected<Description> read_model_file(const std::string& path, const ConfigOptions& options) {
  std::error_code ignored;
  if (path != "-" && std::filesystem::is_directory(path, ignored)) {
    return read_folder(path, options);
  }
  if (path != "-" && is_gguf_file(path)) {
    return read_gguf(path);
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
  return text ? read_text(path, std::move(*text), options) : std::unexpected(std::move(text.error()));
}

}  // namespace kvtally
