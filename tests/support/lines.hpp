#pragma once

#include <sstream>
#include <string>
#include <vector>

namespace kvtally::test {

/// The lines of a text as they are (split of core/text.hpp would trim them).
inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    out.push_back(line);
  }
  return out;
}

}  // namespace kvtally::test
