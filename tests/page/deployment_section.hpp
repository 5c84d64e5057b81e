#pragma once

#include <set>
#include <string>
#include <vector>

#include "page/lecture.hpp"

namespace kvtally::test {

/// A section of the report of a deployment on H200s; all its texts must be there in the language.
inline Section deployment_section(const std::string& id, const std::string& model, std::int64_t users,
                                  const std::string& language = "en") {
  Lecture lecture(language, "deployment");
  lecture.request().models = {model};
  lecture.request().device = "h200-sxm";
  lecture.request().users = users;
  const Section section = lecture.section(id);
  CHECK(lecture.words().missing() == std::set<std::string>{});
  std::vector<std::string> notes = section.parts.notes;
  for (const SectionTable& one : section.parts.tables) {
    notes.insert(notes.end(), one.table.notes.begin(), one.table.notes.end());
  }
  CHECK(std::set<std::string>(notes.begin(), notes.end()).size() == notes.size());  // none is said twice
  return section;
}

}  // namespace kvtally::test
