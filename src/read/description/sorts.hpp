#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "read/description/runs.hpp"
#include "read/fields.hpp"

namespace kvtally {

/// The sorts of layers that a description's lists may name: the layer types, and the names under `kinds`, each of
/// which has a layer type and the parameters that differ.
class Sorts {
 public:
  explicit Sorts(const Fields& fields);

  /// What stands under `kinds` for a sort; null when nothing does.
  const Node* node(std::string_view sort) const;

  /// A text member of that, such as `shares`; null when there is none.
  const Node* setting(std::string_view sort, std::string_view key) const;

  /// The layer type of a sort: what its entry under `kinds` says, or the sort itself under its current name.
  std::string type(std::string_view sort) const;

  /// Whether all names of a list are sorts; a problem for each that is not.
  bool known(const std::vector<NameRun>& runs, std::string_view key) const;

 private:
  std::vector<std::string_view> names() const;

  const Fields* fields_;
  std::map<std::string_view, const Node*, std::less<>> kinds_;
};

/// Where a name stands in a list of names or in a run-length text.
Place place_of(const Tree& tree, const Node& list, std::string_view name);

}  // namespace kvtally
