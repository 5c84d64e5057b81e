#include "read/model_text.hpp"

#include <span>

#include "read/gguf/container.hpp"
#include "read/gguf/gguf.hpp"
#include "read/params/params.hpp"
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

}  // namespace

Expected<Description> read_model_text(const std::string& name, std::string text, const std::string& id,
                                      const ConfigOptions& options) {
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

}  // namespace kvtally
