#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "support/golden.hpp"
#include "verify/vectors/runner.hpp"

namespace kvtally {

namespace {

std::vector<std::string> vector_names(std::string_view begin) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(KVTALLY_SOURCE_DIR "/tests/golden/vectors")) {
    if (entry.path().filename().string().starts_with(begin)) {
      names.push_back(entry.path().filename().string());
    }
  }
  std::ranges::sort(names);
  return names;
}

std::string text_of(const std::string& name) { return test::source_text("tests/golden/vectors/" + name); }

}  // namespace

TEST_CASE("every softmax vector is reproduced") {
  std::vector<std::string> names = vector_names("softmax_");
  names.emplace_back("cross_attention_mllama.json");
  CHECK(names.size() == 35);
  for (const std::string& name : names) {
    CAPTURE(name);
    const auto checks = run_vector(name, text_of(name));
    REQUIRE_MESSAGE(checks.has_value(), (checks ? "" : render(checks.error())));
    CHECK(checks->size() >= 3);
    for (const Check& check : *checks) {
      INFO(check.name << " differs by " << check.error.value_or(0));
      CHECK(check.passed);
    }
  }
}

}  // namespace kvtally
