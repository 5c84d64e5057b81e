#include "reference/cache/encoder_decoder.hpp"

#include <doctest/doctest.h>

#include "reference/cache/cross.hpp"
#include "reference/cache/dynamic.hpp"
#include "reference/cache/support.hpp"

namespace kvtally::reference::encoder_decoder_test {

using test::Positions;

TEST_CASE("a decoder's past grows and is cropped, its encoder's states stay") {
  Counter counter;
  EncoderDecoderCache cache;
  for (int layer = 0; layer < 2; ++layer) {
    cache.add(std::make_unique<DynamicLayer>(test::real(), test::real(), counter),
              std::make_unique<CrossLayer>(test::real(), test::real(), counter));
  }
  for (std::size_t layer = 0; layer < 2; ++layer) {
    test::take(cache.cross().layer(layer), 7);
    test::take(cache.own().layer(layer), 3);
  }
  CHECK(cache.footprint() == test::entries(2 * (7 + 3), 2 * (7 + 3)));
  CHECK(cache.crop(4).error() == "layer 0: 3 tokens are kept, 4 can't be");
  REQUIRE(cache.crop(1));
  CHECK(cache.footprint() == test::entries(2 * (7 + 1), 2 * (7 + 1)));
  cache.repeat(2, 1);
  CHECK(cache.own().layer(1).current().keys.batch() == 2);
  CHECK(cache.cross().layer(1).current().keys.batch() == 2);
  cache.select(Positions{1});
  CHECK(cache.footprint() == test::entries(2 * (7 + 1), 2 * (7 + 1)));
  cache.reset();
  CHECK(cache.footprint() == Footprint{});
}

}  // namespace kvtally::reference::encoder_decoder_test
