#include "support/golden.hpp"

#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace kvtally::test {

namespace {

std::string first_difference(const std::string& expected, const std::string& actual) {
  std::istringstream a(expected);
  std::istringstream b(actual);
  std::string left;
  std::string right;
  for (int line = 1;; ++line) {
    const bool more_left = static_cast<bool>(std::getline(a, left));
    const bool more_right = static_cast<bool>(std::getline(b, right));
    if (!more_left && !more_right) {
      return "line ends";
    }
    if (more_left != more_right || left != right) {
      return "line " + std::to_string(line) + "\n  golden: " + (more_left ? left : "(ends)") +
             "\n  actual: " + (more_right ? right : "(ends)");
    }
  }
}

}  // namespace

std::string source_text(const std::string& path) {
  std::ifstream in(std::string(KVTALLY_SOURCE_DIR) + "/" + path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void check_golden(const std::string& path, const std::string& actual) {
  const char* rewrite = std::getenv("KVTALLY_REWRITE_GOLDEN");
  if (rewrite != nullptr && std::string(rewrite) == "1") {
    const std::filesystem::path full = std::string(KVTALLY_SOURCE_DIR) + "/" + path;
    std::filesystem::create_directories(full.parent_path());
    std::ofstream(full, std::ios::binary) << actual;
    return;
  }
  const std::string expected = source_text(path);
  if (expected != actual) {
    FAIL_CHECK(path << " differs at " << first_difference(expected, actual)
                    << "\n  (KVTALLY_REWRITE_GOLDEN=1 rewrites it)");
  }
}

}  // namespace kvtally::test
