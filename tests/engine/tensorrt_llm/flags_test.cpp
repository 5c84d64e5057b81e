#include <doctest/doctest.h>
#include <set>

#include "engine/tensorrt_llm/settings.hpp"

namespace kvtally::tensorrt_llm::flags_test {

namespace {

TEST_CASE("flags: each name once, each with a sentence, ours among them") {
  std::set<std::string_view> names;
  for (const EngineFlag& flag : flags()) {
    CHECK(flag.names.front().starts_with("--"));
    CHECK_FALSE(flag.help.empty());
    for (const std::string_view name : flag.names) {
      CAPTURE(name);
      CHECK(names.insert(name).second);
    }
  }
  for (const std::string_view ours : {"-c", "--context", "-b", "--batch", "--tp", "--pp", "--kv-dtype"}) {
    CHECK(names.contains(ours));
  }
}

}  // namespace

}  // namespace kvtally::tensorrt_llm::flags_test
