#pragma once

#include <doctest/doctest.h>
#include <fstream>
#include <iterator>
#include <string>

#include "support/folder.hpp"

namespace kvtally::test {

/// A folder with the zoo's file of a model in which one text is another, wherever it stands.
class ChangedZoo {
 public:
  ChangedZoo(const std::string& id, const std::string& from, const std::string& to) {
    std::ifstream file(std::string(KVTALLY_SOURCE_DIR) + "/modelzoo/" + id + ".yaml", std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    REQUIRE(text.find(from) != std::string::npos);
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
      text.replace(at, from.size(), to);
    }
    folder_.write(id + ".yaml", text);
  }

  std::string path() const { return folder_.path(""); }

 private:
  Folder folder_;
};

}  // namespace kvtally::test
