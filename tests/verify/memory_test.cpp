#include "verify/memory.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "model/presets.hpp"
#include "verify/random/layer.hpp"

namespace kvtally::memory_test {

namespace {

std::string failures(const std::vector<Check>& checks) {
  std::string out;
  for (const Check& check : checks) {
    out += check.passed ? "" : check.name + "\n";
  }
  return out;
}

TEST_CASE("random layers at random contexts: the executor counts what the account says") {
  CHECK(rc::check([] {
    const std::string kind = std::string(*rc::gen::elementOf(random_kind_names()));
    const Layer layer =
        random_layer(kind, [](std::int64_t low, std::int64_t high) { return *rc::gen::inRange(low, high + 1); });
    Checks checks{"random", kind};
    compare(kind, layer, *rc::gen::inRange<std::int64_t>(1, 40), checks);
    RC_ASSERT(!checks.all().empty());
    RC_ASSERT(failures(checks.all()) == "");
  }));
}

TEST_CASE("the comparison finds a formula that is off") {
  // the executor runs the layer it is given; a window that is one too long is another layer's count
  const Layer seven = sliding_attention(key_value_memory({4, 2, 8, 8}), 7);
  const Layer eight = sliding_attention(key_value_memory({4, 2, 8, 8}), 8);
  Checks same{"p", "swa"};
  compare("seven", seven, 20, same);
  CHECK(failures(same.all()) == "");
  Checks other{"p", "swa"};
  compare("eight", eight, 20, other);
  for (std::size_t i = 0; i < same.all().size(); ++i) {
    const std::string name = same.all()[i].name;
    CAPTURE(name);
    // written is one entry whatever the window
    CHECK((same.all()[i].counted == other.all()[i].counted) == name.ends_with("written entries"));
  }
}

TEST_CASE("a layer that no executor runs fails and says why") {
  Layer layer = heavily_compressed_attention({4, 8}, 4, 2);
  layer.memories.back().open.reset();
  Checks checks{"p", "hca"};
  compare("pooled", layer, 9, checks);
  REQUIRE(checks.all().size() == 1);
  CHECK_FALSE(checks.all()[0].passed);
}

TEST_CASE("breakpoints lie around windows and chunks") {
  const Memory memory = key_value_memory({4, 2, 8, 8});
  using List = std::vector<std::int64_t>;
  CHECK(breakpoints(sliding_attention(memory, 4096)) == List{4095, 4096, 4097});
  CHECK(breakpoints(sliding_attention(memory, 8, 2)) == List{9, 10, 11});
  CHECK(breakpoints(sliding_attention(memory, 1)) == List{1, 2});
  CHECK(breakpoints(chunked_attention(memory, 16)) == List{15, 16, 17, 32, 33});
  CHECK(breakpoints(full_attention(memory)) == List{1, 2, 129});
}

}  // namespace

}  // namespace kvtally::memory_test
