#include "read/text/tree.hpp"

#include <algorithm>

#include "core/text.hpp"

namespace kvtally {

std::size_t Children::count() const { return static_cast<std::size_t>(std::distance(begin(), end())); }

const Node* member(const Node& map, std::string_view key) {
  const Children children(map);
  const auto found = std::ranges::find(children.begin(), children.end(), key, &Node::key);
  return found == children.end() ? nullptr : &*found;
}

Tree Tree::with_nodes(std::span<const Node> nodes, std::shared_ptr<const void> storage) const {
  Tree out(file_, text_, nodes, std::move(storage));
  out.source_ = storage_;
  return out;
}

Place Tree::place_in(const Node& scalar, std::size_t offset) const {
  const std::size_t quote = scalar.kind == Node::Kind::quoted ? 1 : 0;
  const std::string_view line = line_of(text_, scalar.place);
  const std::vector<std::string_view> all = characters(line);
  const std::size_t start = scalar.place.column - 1 + quote;
  if (scalar.place.line == 0 || start >= all.size()) {
    return scalar.place;
  }
  const std::string_view written = line.substr(static_cast<std::size_t>(all[start].data() - line.data()));
  if (!written.starts_with(scalar.text)) {
    return scalar.place;
  }
  const std::size_t before = characters(scalar.text.substr(0, offset)).size();
  return {scalar.place.line, static_cast<std::uint32_t>(scalar.place.column + quote + before)};
}

Problem Tree::problem(Place place, std::string what, std::string expected, std::string suggestion) const {
  return {file_, place, std::move(what), std::move(expected), std::move(suggestion), excerpt_of(text_, place)};
}

}  // namespace kvtally
