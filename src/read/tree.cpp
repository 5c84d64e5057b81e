#include "read/tree.hpp"

#include <algorithm>

namespace kvtally {

std::size_t Children::count() const { return static_cast<std::size_t>(std::distance(begin(), end())); }

const Node* member(const Node& map, std::string_view key) {
  const Children children(map);
  const auto found = std::ranges::find(children.begin(), children.end(), key, &Node::key);
  return found == children.end() ? nullptr : &*found;
}

Problem Tree::problem(Place place, std::string what, std::string expected, std::string suggestion) const {
  return {file_, place, std::move(what), std::move(expected), std::move(suggestion), excerpt_of(text_, place)};
}

}  // namespace kvtally
