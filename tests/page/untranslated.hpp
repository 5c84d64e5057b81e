#pragma once

#include <fmt/format.h>
#include <string>

#include "page/lecture.hpp"

namespace kvtally::test {

/// The texts of a section, and of the page around it, that have no Chinese, in one line.
inline std::string untranslated(const std::string& section) {
  const Lecture lecture("zh");
  CHECK_FALSE(lecture.section(section).takeaway.empty());
  return fmt::format("{}", fmt::join(lecture.words().missing(), " | "));
}

}  // namespace kvtally::test
