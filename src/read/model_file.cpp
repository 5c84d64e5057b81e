#include "read/model_file.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <span>

#include "read/config/config.hpp"
#include "read/gguf/container.hpp"
#include "read/gguf/gguf.hpp"
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

// A config.json is known by its folder, any other file by its own name.
std::string id_of(const std::string& path) {
  const std::filesystem::path whole(path);
  const std::string parent = whole.parent_path().filename().string();
  return whole.filename() == "config.json" && !parent.empty() ? parent : stem(path);
}

}  // namespace

Expected<Description> read_model_file(const std::string& path, const ConfigOptions& options) {
  std::error_code ignored;
  const std::filesystem::path inside = std::filesystem::path(path) / "config.json";
  if (path != "-" && std::filesystem::is_regular_file(inside, ignored)) {
    return read_model_file(inside.string(), options);
  }
  if (path != "-" && is_gguf_file(path)) {
    return read_gguf(path);
  }
  auto text = read_file(path);
  if (!text) {
    return std::unexpected(std::move(text.error()));
  }
  if (is_gguf(*text)) {  // of standard input
    return read_gguf("<stdin>", std::as_bytes(std::span(*text)), "stdin");
  }
  const bool json = is_json(*text);
  const std::string name = path == "-" ? "<stdin>" : path;
  const auto tree = json ? parse_json(name, std::move(*text)) : parse_yaml(name, std::move(*text));
  if (!tree) {
    return std::unexpected(tree.error());
  }
  const std::string id = path == "-" ? "stdin" : id_of(path);
  return json ? read_config(*tree, id, options) : read_description(*tree, id);
}

}  // namespace kvtally
