#pragma once

#include <set>
#include <string>

#include "page/lecture.hpp"

namespace kvtally::test {

/// The texts of a section that have no Chinese; what its whole page says is not the section's.
inline std::set<std::string> untranslated(const std::string& section) {
  Lecture lecture("zh");
  lecture.section(section);
  std::set<std::string> out = lecture.words().missing();
  out.erase(lecture.recipe().title);
  out.erase(lecture.recipe().subtitle);
  for (const std::string& line : lecture.recipe().footer) {
    out.erase(line);
  }
  return out;
}

}  // namespace kvtally::test
