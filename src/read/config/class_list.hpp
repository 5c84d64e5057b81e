#pragma once

#include "read/text/tree.hpp"

namespace kvtally {

/// Calls `visit(name, node)` for each entry of a member that is a list of names, or a map whose keys are names.
template <class Visit>
void each_file(const Node& root, std::string_view key, Visit&& visit) {
  if (const Node* group = member(root, key)) {
    for (const Node& child : Children(*group)) {
      visit(group->kind == Node::Kind::map ? child.key : child.text, child);
    }
  }
}

/// What is wrong with modelzoo/config/classes.yaml as a file: a key that there is none of, a configuration file
/// that is listed twice or is not listed, a default that is no whole number.
Problems problems_of_class_list(const Tree& tree);

}  // namespace kvtally
