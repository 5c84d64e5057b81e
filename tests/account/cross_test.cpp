#include "account/cross.hpp"

#include <doctest/doctest.h>

#include "account/one_layer.hpp"
#include "model/presets.hpp"
#include "support/print.hpp"

namespace kvtally::cross_test {

namespace {

// Whisper large-v3's decoder layer: 20 heads of 64, of its own past and of the encoder.
Layer reading_an_encoder(std::int64_t positions) {
  Layer layer;
  const Entry entry{Row{Role::key, 20, 64, bf16()}, Row{Role::value, 20, 64, bf16()}};
  layer.memories.push_back({"cache", entry, All{}, {}, {}, {}, {}, {20, 64, 64}, {}});
  layer.memories.push_back({"encoder", entry, Fixed{positions}, {}, {}, {}, {}, {20, 64, 64}, {}});
  return layer;
}

TEST_CASE("bytes of each encoder position, whatever the encoder's length is") {
  // 32 layers x (key 20 x 64 + value 20 x 64) x 2 bytes
  for (const std::int64_t positions : {0, 1, 1500}) {
    const Model model = test::model_of(reading_an_encoder(positions), 32);
    CHECK(cross_bytes_per_position(model) == Bytes{32 * 2 * 20 * 64 * 2});
    CHECK(tally(terms_of(model), Tokens{448})[Part::cross] == Bytes{32 * 2 * 20 * 64 * 2} * positions);
  }
}

TEST_CASE("none without an encoder, in a shared layer and in a draft layer") {
  Layer plain = reading_an_encoder(1500);
  plain.memories.pop_back();
  CHECK(cross_bytes_per_position(test::model_of(plain, 32)) == Bytes{0});
  CHECK(cross_bytes_per_position(Model{}) == Bytes{0});
  const Layer shared = test::sharing(reading_an_encoder(1500), Sharing::Owner::layer_before);
  CHECK(cross_bytes_per_position(test::model_of(shared)) == Bytes{0});
  Model drafting = test::model_of(plain, 4);
  append_layer(drafting, drafting.draft, reading_an_encoder(1500), 1);
  CHECK(cross_bytes_per_position(drafting) == Bytes{0});
}

}  // namespace

}  // namespace kvtally::cross_test
