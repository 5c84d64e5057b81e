#include "check/asking.hpp"

namespace kvtally::arithmetic_figures_test {

namespace {

using test::ask;

TEST_CASE("sums and differences of one unit") {
  CHECK(ask("figure: sum, of: [1 bytes, 2 KiB]") == "2049 bytes");
  CHECK(ask("figure: sum, of: [1 bytes, 2 tokens]") == "bytes and tokens have no sum");
  CHECK(ask("figure: sum, of: [1 bytes, 2]") == "bytes and a plain number have no sum");
  CHECK(ask("figure: difference, of: 95.38 GiB, less: 94.74 GiB") == "17179869184/25 bytes");
  CHECK(ask("figure: difference, of: 1, less: 1 tokens") == "a plain number and tokens have no difference");
}

TEST_CASE("products and ratios, whose unit must be clear") {
  CHECK(ask("figure: product, of: [8192, 8192, 32, 4 bytes]") == "8589934592 bytes");
  CHECK(ask("figure: product, of: [7 parameters, 2 bytes]") ==
        "the result of parameters times bytes needs a unit");
  CHECK(ask("figure: product, of: [7 parameters, 2 bytes], unit: bytes") == "14 bytes");
  CHECK(ask("figure: ratio, of: 3 bytes, to: 2 bytes") == "3/2");
  CHECK(ask("figure: ratio, of: 3 bytes, to: 2 bytes, unit: tokens") == "3/2 tokens");
  CHECK(ask("figure: ratio, of: 3 bytes, to: 2") == "3/2 bytes");
  CHECK(ask("figure: ratio, of: 3 bytes, to: 2 tokens") == "the result of bytes over tokens needs a unit");
  CHECK(ask("figure: ratio, of: 3, to: 2, unit: furlongs") == "'furlongs' is no unit that is known here");
  CHECK(ask("figure: ratio, of: 3, to: 0") == "a ratio to 0");
}

TEST_CASE("rounding down, roots and angles") {
  CHECK(ask("figure: floor, of: 17/3 requests") == "5 requests");
  CHECK(ask("figure: floor, of: -1") == "only an exact number of at least 0 can be rounded down");
  CHECK(ask("figure: floor, of: {figure: square_root, of: 2}") ==
        "only an exact number of at least 0 can be rounded down");
  CHECK(ask("figure: square_root, of: 2") == "1.41421");
  CHECK(ask("figure: mean_cosine, dimensions: 1") == "1");
  CHECK(ask("figure: mean_cosine, dimensions: 2") == "0.63662");
  CHECK(ask("figure: mean_cosine, dimensions: 3") == "0.5");
  CHECK(ask("figure: mean_cosine") == "dimensions is missing or wrong");
  CHECK(ask("figure: angle, cosine: 1/2") == "60 degrees");
}

TEST_CASE("lists") {
  CHECK(ask("figure: even_ratios, layers: 16") == "0, 1, 3, 7, 15");
  CHECK(ask("figure: even_ratios, layers: 7") == "0, 6");
  CHECK(ask("figure: list, of: [1 rows, 2/3, {figure: model.released, model: llama-2-7b}]") ==
        "1 / 2/3 / 2023-07");
}

}  // namespace

}  // namespace kvtally::arithmetic_figures_test
