#include "model/weights.hpp"

#include <doctest/doctest.h>

#include "support/print.hpp"

namespace kvtally::weights_test {

namespace {

StoredGroup group(StoredContent content, std::int64_t elements, std::int64_t bytes) {
  return {WeightPart::attention, "BF16", 1, elements, Bytes{bytes}, content};
}

TEST_CASE("the bytes of all groups, or the total where nothing else is known") {
  CHECK(stored_bytes({}) == Bytes{0});
  CHECK(stored_bytes({{group(StoredContent::parameters, 3, 6), group(StoredContent::packed, 5, 20)}, "", {}}) ==
        Bytes{26});
  CHECK(stored_bytes({{}, "", Bytes{13}}) == Bytes{13});
}

TEST_CASE("parameters are told by the elements of unpacked tensors alone") {
  const StoredGroup plain = group(StoredContent::parameters, 30, 60);
  const StoredGroup scales = group(StoredContent::constants, 7, 28);
  CHECK(stored_parameters({{plain, scales, plain}, "", {}}) == Wide{60});
  CHECK(stored_parameters({{plain, group(StoredContent::packed, 5, 20)}, "", {}}) == std::nullopt);
  CHECK(stored_parameters({{}, "", Bytes{13}}) == std::nullopt);
}

TEST_CASE("parts and contents have names") {
  CHECK(name_of(WeightPart::feed_forward) == "feed_forward");
  CHECK(name_of(WeightPart::other) == "other");
  CHECK(name_of(StoredContent::constants) == "constants");
}

}  // namespace

}  // namespace kvtally::weights_test
