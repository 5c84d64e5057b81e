#include <algorithm>
#include <set>

#include "engine/vllm/allocating.hpp"

namespace kvtally::flags_test {

namespace {

TEST_CASE("every flag has a name of its own, a help, and a fallback among its choices") {
  std::set<std::string_view> names;
  for (const EngineFlag& flag : vllm::flags()) {
    REQUIRE_FALSE(flag.names.empty());
    CAPTURE(flag.names.front());
    CHECK_FALSE(flag.help.empty());
    for (const std::string_view name : flag.names) {
      CHECK(names.insert(name).second);
    }
    if (!flag.choices.empty() && !flag.fallback.empty()) {
      CHECK(std::ranges::find(flag.choices, flag.fallback) != flag.choices.end());
    }
  }
}

TEST_CASE("the engine's names and ours are one flag") {
  const auto flags = read_flags(vllm::flags(), "-c 4096 --tp 2 --kv-dtype fp8");
  REQUIRE(flags.has_value());
  CHECK(*flags ==
        FlagTexts{{"--max-model-len", "4096"}, {"--tensor-parallel-size", "2"}, {"--kv-cache-dtype", "fp8"}});
}

}  // namespace

}  // namespace kvtally::flags_test
