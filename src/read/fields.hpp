#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "read/text/tree.hpp"

namespace kvtally {

/// Typed access to the members of a map. Every problem is added to one list and reading goes on, so that a file's
/// problems are all reported at once. A null value counts as absent.
class Fields {
 public:
  /// `node` may be any node: one that is no map is a problem that calls it `name`, and then has no members.
  Fields(const Tree& tree, const Node& node, Problems& problems, std::string_view name = "the document");

  /// The member, also of a map in this one: `compress_rates.full_attention`.
  const Node* find(std::string_view key) const;

  /// A whole number in [low, high].
  std::optional<std::int64_t> integer(std::string_view key, std::int64_t low, std::int64_t high) const;
  /// The same of a member that was found; problems call it `name`.
  std::optional<std::int64_t> integer(const Node& value, std::string_view name, std::int64_t low,
                                      std::int64_t high) const;
  std::optional<std::string> text(std::string_view key) const;
  std::optional<bool> boolean(std::string_view key) const;
  std::optional<bool> boolean(const Node& value, std::string_view name) const;
  std::vector<std::string> texts(std::string_view key) const;

  /// The text of a required key; an empty one after the problem is noted.
  std::string required_text(std::string_view key) const;

  /// A problem for each member whose key is not among `known`, with the nearest that is.
  void refuse_unknown(std::span<const std::string_view> known) const;

  void report(Place place, std::string what, std::string expected = {}, std::string suggestion = {}) const;
  /// Says that a key is missing, in the words of `what` where they are given. The place is that of the map it is
  /// missing in; a whole document has none.
  void report_missing(std::string_view key, std::string expected, std::string what = {}) const;

  const Tree& tree() const { return *tree_; }
  const Node& node() const { return *node_; }
  Problems& problems() const { return *problems_; }

 private:
  const Tree* tree_;
  const Node* node_;
  Problems* problems_;
};

/// How a node is called in a problem: "a list", "'4096.0'".
std::string described(const Node& node);

}  // namespace kvtally
