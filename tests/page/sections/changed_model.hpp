#pragma once

#include <doctest/doctest.h>
#include <fstream>
#include <sstream>
#include <string>

#include "support/folder.hpp"

namespace kvtally::test {

/// A folder with a model of the zoo in which one text is another; under an id of its own where the lecture's table
/// has printed cells that it must meet.
class ChangedModel {
 public:
  ChangedModel(const std::string& id, const std::string& from, const std::string& to, const std::string& as = "") {
    std::ifstream file(std::string(KVTALLY_SOURCE_DIR) + "/modelzoo/" + id + ".yaml");
    std::ostringstream text;
    text << file.rdbuf();
    std::string changed = text.str();
    const std::size_t at = changed.find(from);
    REQUIRE(at != std::string::npos);
    folder_.write((as.empty() ? id : as) + ".yaml", changed.replace(at, from.size(), to));
  }
  std::string path() const { return folder_.path(""); }

 private:
  Folder folder_;
};

}  // namespace kvtally::test
