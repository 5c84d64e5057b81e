#pragma once

#include <fmt/format.h>

#include "page/lecture.hpp"

namespace kvtally::test {

/// The section's texts that have no Chinese, in one line; those of the page itself are left out.
inline std::string untranslated(const std::string& section) {
  Lecture lecture("zh");
  CHECK_FALSE(lecture.section(section).takeaway.empty());
  std::set<std::string> missing = lecture.words().missing();
  missing.erase(lecture.recipe().title);
  missing.erase(lecture.recipe().subtitle);
  for (const std::string& line : lecture.recipe().footer) {
    missing.erase(line);
  }
  return fmt::format("{}", fmt::join(missing, " | "));
}

}  // namespace kvtally::test
