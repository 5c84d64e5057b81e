#include <doctest/doctest.h>
#include <set>
#include <string_view>

#include "engine/transformers/setting.hpp"

namespace kvtally::transformers::flags_test {

TEST_CASE("each name stands for one flag, and each flag says what it does") {
  std::set<std::string_view> names;
  for (const EngineFlag& flag : flags()) {
    for (const std::string_view name : flag.names) {
      CHECK_MESSAGE(names.insert(name).second, name);
    }
    CHECK_MESSAGE(!flag.help.empty(), flag.names.front());
    CHECK_MESSAGE((flag.choices.empty() || !flag.value.empty()), flag.names.front());
  }
  for (const std::string_view name :
       {"-c", "--context", "-b", "--batch", "--tp", "--kv-dtype", "--engine-version"}) {
    CHECK_MESSAGE(names.contains(name), name);
  }
}

}  // namespace kvtally::transformers::flags_test
