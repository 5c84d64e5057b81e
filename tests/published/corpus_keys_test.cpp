// Each key of each real configuration is used, or known to be irrelevant, or makes the file refused.

#include <doctest/doctest.h>
#include <filesystem>
#include <set>

#include "published/corpus.hpp"
#include "read/config/config.hpp"
#include "read/text/json.hpp"
#include "support/golden.hpp"

namespace kvtally::corpus_keys_test {

namespace {

struct Classified {
  int files = 0;
  std::set<std::string> left;  // "file: path"
};

void classify(const std::string& folder, Classified& out) {
  for (const auto& entry : std::filesystem::directory_iterator(std::string(KVTALLY_SOURCE_DIR) + "/" + folder)) {
    if (entry.path().extension() != ".json") {
      continue;
    }
    const std::string name = entry.path().filename().string();
    const auto tree = parse_json(name, test::source_text(folder + "/" + name));
    REQUIRE_MESSAGE(tree.has_value(), render(tree.error()));
    ++out.files;
    for (const UnknownKey& key : unknown_keys(*tree)) {
      if (!key.suspicious) {
        out.left.insert(name + ": " + key.path);
      }
    }
  }
}

TEST_CASE("no key of a real configuration is left unclassified") {
  Classified all;
  classify("tests/data/corpus", all);
  classify("tests/data/configs", all);
  std::string left;
  for (const std::string& line : all.left) {
    left += line + "\n";
  }
  MESSAGE(all.files << " configurations, keys that are not classified: " << all.left.size());
  CHECK(left == "");
  CHECK(all.files > 400);
}

// Of files that are read, nothing is left at all; a refused one may hold the very key that it is refused for.
TEST_CASE("no key of a configuration that is read is suspected") {
  std::string left;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(KVTALLY_SOURCE_DIR) + "/tests/data/corpus")) {
    if (entry.path().extension() != ".json") {
      continue;
    }
    const std::string name = entry.path().filename().string();
    const auto tree = parse_json(name, test::source_text("tests/data/corpus/" + name));
    if (tree && read_config(*tree, "m")) {
      for (const UnknownKey& key : unknown_keys(*tree)) {
        left += name + ": " + key.path + "\n";
      }
    }
  }
  CHECK(left == "");
}

}  // namespace

}  // namespace kvtally::corpus_keys_test
