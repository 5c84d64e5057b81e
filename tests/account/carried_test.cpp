#include "account/carried.hpp"

#include <doctest/doctest.h>

#include "account/one_layer.hpp"
#include "model/presets.hpp"

namespace kvtally::carried_test {

namespace {

Wide carried_bytes(const Layer& layer, Wide seen) {
  return carried(terms_of(test::model_of(layer)), Tokens{seen}).total().value;
}

// 2 KV heads, keys and values of 4: (2 × 4 + 2 × 4) × 2 bytes = 32 bytes an entry
TEST_CASE("a window carries one entry less than is resident") {
  const Layer window = sliding_attention(key_value_memory({4, 2, 4, 4}), 5);
  CHECK(carried_bytes(window, 3) == 3 * 32);
  CHECK(carried_bytes(window, 4) == 4 * 32);
  CHECK(carried_bytes(window, 5) == 4 * 32);
  CHECK(carried_bytes(window, 1000) == 4 * 32);
  CHECK(test::kept(window, 1000).total().value == 5 * 32);

  const Layer sinks = sliding_attention(key_value_memory({4, 2, 4, 4}), 5, 2);
  CHECK(carried_bytes(sinks, 6) == 6 * 32);
  CHECK(carried_bytes(sinks, 7) == 6 * 32);

  const Layer chunk = chunked_attention(key_value_memory({4, 2, 4, 4}), 8);
  CHECK(carried_bytes(chunk, 7) == 7 * 32);
  CHECK(carried_bytes(chunk, 8) == 7 * 32);
}

TEST_CASE("everything else carries what is resident") {
  const Layer full = full_attention(key_value_memory({4, 2, 4, 4}));
  CHECK(carried_bytes(full, 9) == 9 * 32);
  const Layer cross = cross_attention(key_value_memory({4, 2, 4, 4}), 6);
  CHECK(carried_bytes(cross, 1) == 6 * 32);
  // a pooled memory of 4 with its window: 16 bytes an entry, waiting rows and overlap as they are
  const Layer csa = compressed_sparse_attention({4, 8}, {16, 4, {2, 8}, 3});
  for (const Wide seen : {3, 8, 16, 17, 40}) {
    const Wide window_entry = seen >= 16 ? 16 : 0;
    CHECK(carried_bytes(csa, seen) == test::kept(csa, seen).total().value - window_entry);
  }
  CHECK(carried(terms_of(test::model_of(full)), Tokens{9}, 3).total() == Bytes{3 * 9 * 32});
}

}  // namespace

}  // namespace kvtally::carried_test
