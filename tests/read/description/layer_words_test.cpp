#include "read/description/layer_words.hpp"

#include <doctest/doctest.h>
#include <set>

namespace kvtally::layer_words_test {

namespace {

TEST_CASE("layer types and keys are named once each") {
  CHECK(layer_types().size() == 16);
  CHECK(std::set(layer_types().begin(), layer_types().end()).size() == layer_types().size());
  CHECK(std::set(layer_keys().begin(), layer_keys().end()).size() == layer_keys().size());
}

// Else a pasted parameter could be taken for a sort of layers under `kinds`.
TEST_CASE("no layer type is a key") {
  const std::set<std::string_view> keys(layer_keys().begin(), layer_keys().end());
  for (const std::string_view type : layer_types()) {
    CHECK_FALSE(keys.contains(type));
  }
}

}  // namespace

}  // namespace kvtally::layer_words_test
