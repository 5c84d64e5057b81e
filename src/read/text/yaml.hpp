#pragma once

#include <string>

#include "core/problem.hpp"
#include "read/text/tree.hpp"

namespace kvtally {

/// One YAML document as a tree. Scalars stay text: what yaml-cpp would make of `010`, `no` or `1e3` is not asked.
/// Refused: text that is not UTF-8, a duplicate key, an anchor, alias or tag, a second document, an empty
/// document, more than 64 levels or 2^20 nodes. `file` names the document in problems.
Expected<Tree> parse_yaml(std::string file, std::string text);

}  // namespace kvtally
