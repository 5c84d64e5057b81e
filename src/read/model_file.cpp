#include "read/model_file.hpp"

#include <array>
#include <filesystem>
#include <fstream>

#include "read/folder.hpp"
#include "read/gguf/container.hpp"
#include "read/gguf/gguf.hpp"
#include "read/model_text.hpp"
#include "read/text/file.hpp"

namespace kvtally {

namespace {

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
  if (!text) {
    return std::unexpected(std::move(text.error()));
  }
  return path == "-" ? read_model_text("<stdin>", std::move(*text), "stdin", options)
                     : read_model_text(path, std::move(*text), id_of(path), options);
}

}  // namespace kvtally
