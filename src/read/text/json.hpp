#pragma once

#include <string>

#include "core/problem.hpp"
#include "read/text/tree.hpp"

namespace kvtally {

/// One JSON document as a tree, with the place of every key and value. Numbers stay text. Bare Infinity, -Infinity
/// and NaN are read (real config.json files hold them) and stand as such. Refused: text that is not UTF-8, a
/// duplicate key, more than 64 levels or 2^20 values. `file` names the document in problems.
Expected<Tree> parse_json(std::string file, std::string text);

}  // namespace kvtally
