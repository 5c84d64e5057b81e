#include "read/family.hpp"

#include <fmt/format.h>

namespace kvtally {

std::optional<std::string_view> Family::setting(std::string_view path) const {
  const Node* node = settings;
  while (node != nullptr && node->kind == Node::Kind::map) {
    const std::size_t point = path.find('.');
    node = member(*node, path.substr(0, point));
    if (point == std::string_view::npos) {
      return node == nullptr ? std::nullopt : std::optional(node->text);
    }
    path.remove_prefix(point + 1);
  }
  return std::nullopt;
}

std::string Family::default_of() const {
  return class_name.empty() ? fmt::format("the default of {}", model_type)
                            : fmt::format("the default of {}", class_name);
}

}  // namespace kvtally
