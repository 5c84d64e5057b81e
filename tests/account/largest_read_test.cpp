#include "account/largest_read.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "account/one_layer.hpp"
#include "account/random_composition.hpp"
#include "model/presets.hpp"
#include "support/print.hpp"

namespace kvtally::largest_read_test {

namespace {

// Parts reach their largest at different tokens: the sum is no less than any step, and never falls.
TEST_CASE("property: no step up to S reads more, and it never falls") {
  CHECK(rc::check([] {
    const Layer layer = test::random_layer();
    Bytes before;
    for (Wide seen = 1; seen <= 80; ++seen) {
      const Bytes largest = largest_read(layer, Tokens{seen});
      RC_ASSERT(step_of(layer, Tokens{seen}).read.total() <= largest);
      RC_ASSERT(before <= largest);
      before = largest;
    }
  }));
}

TEST_CASE("full, windowed and chunked attention") {
  const Memory memory = key_value_memory({1, 1, 1, 1});  // 4 bytes an entry
  CHECK(largest_read(full_attention(memory), Tokens{1000}) == Bytes{4000});
  CHECK(largest_read(sliding_attention(memory, 8), Tokens{1000}) == Bytes{32});
  CHECK(largest_read(chunked_attention(memory, 8), Tokens{9}) == Bytes{32});
  CHECK(largest_read(test::model_of(full_attention(memory), 3), Tokens{10}) == Bytes{120});
}

TEST_CASE("chosen blocks count in full once they were full") {
  Layer layer = full_attention(key_value_memory({1, 1, 1, 1}));
  layer.memories[0].selection = Blocks{2, 8, Blocks::Newest::among};
  CHECK(step_of(layer, Tokens{17}).read.entries == Bytes{9 * 4});
  CHECK(largest_read(layer, Tokens{17}) == Bytes{16 * 4});
  layer.memories[0].selection = Blocks{2, 8, Blocks::Newest::beside};
  CHECK(largest_read(layer, Tokens{24}) == Bytes{23 * 4});
}

}  // namespace

}  // namespace kvtally::largest_read_test
