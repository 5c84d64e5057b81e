#include "hardware/cache_reading.hpp"

#include <doctest/doctest.h>

#include "account/one_layer.hpp"
#include "hardware/roofline_models.hpp"
#include "model/presets.hpp"
#include "support/print.hpp"

namespace kvtally::cache_reading_test {

namespace {

TEST_CASE("2048 rows of 1152 bytes in each of V3.2's layers") {
  const std::vector<ScatteredRead> expected{{"dsa", 61, 2048, 1, Bytes{1152}}};
  CHECK((scattered_reads(test::zoo_model("deepseek-v3.2"), Tokens{131072}) == expected));
  CHECK(scattered_reads(test::zoo_model("deepseek-v3.2"), Tokens{100}).front().pieces == 100);
  CHECK(scattered_reads(test::zoo_model("deepseek-v3"), Tokens{131072}).empty());
}

TEST_CASE("chosen blocks are pieces of a block's entries") {
  const Layer layer = minimax_sparse_attention(key_value_memory({64, 4, 128, 128}), {{1, 128}, 16, 128});
  const std::vector<ScatteredRead> expected{{layer.kind, 3, 16, 128, Bytes{2048}}};
  CHECK((scattered_reads(test::model_of(layer, 3), Tokens{100'000}) == expected));
}

TEST_CASE("a kernel that expands narrow entries first writes and reads them once more in 2 bytes") {
  const DecodeStep step{Tokens{1000}, 2, 1, {}};
  Layer layer = full_attention(key_value_memory({1, 1, 64, 64}));
  CHECK_FALSE(read_through_temporary(test::model_of(layer, 3), step));
  for (Row& row : layer.memories[0].entry) {
    row.format = *parse_format("fp8");
  }
  // 128 bytes stored; 256 written and 256 read
  CHECK(read_through_temporary(test::model_of(layer, 3), step) == Bytes{Wide{1000} * (128 + 512) * 3 * 2});
  layer.memories[0].entry[0].format = bf16();  // the key is wide: 128 + 64 stored, the value's 64 expanded
  CHECK(read_through_temporary(test::model_of(layer, 3), step) == Bytes{Wide{1000} * (192 + 256) * 3 * 2});
}

}  // namespace

}  // namespace kvtally::cache_reading_test
