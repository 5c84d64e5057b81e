#include <doctest/doctest.h>
#include <set>

#include "verify/random/kinds.hpp"

namespace kvtally::softmax_kinds_test {

namespace {

TEST_CASE("softmax kinds of the least sizes, by hand") {
  const Draw low = [](std::int64_t least, std::int64_t) { return least; };
  std::set<std::string_view> names;
  for (const RandomKind& kind : random_softmax_kinds()) {
    CAPTURE(kind.kind);
    CHECK(names.insert(kind.kind).second);
    const Layer layer = kind.shape(low);
    CHECK(layer.memories.at(0).entry.at(0).dim == 32);
  }
  CHECK(names.size() == 10);
  CHECK(random_key_values(low).scoring == Scoring{1, 32, 32});
  CHECK(random_latent(low).scoring == Scoring{1, 32, 32});  // no rotary rows
}

}  // namespace

}  // namespace kvtally::softmax_kinds_test
