#include "page/sections/depth_words.hpp"

#include <doctest/doctest.h>

namespace kvtally::depth_words_test {

namespace {

Model layers(const std::vector<bool>& full) {
  Model model;
  model.name = "M";
  for (const bool one : full) {
    Layer layer{one ? "gqa" : "mamba2", one ? "full_attention" : "mamba", {}, {}, {}};
    if (one) {
      layer.memories.emplace_back();
    }
    append_layer(model, model.order, layer, 1);
  }
  return model;
}

}  // namespace

TEST_CASE("a coefficient from sums") {
  const auto lines =
      coefficient_arithmetic({{"a", "A", 8, 2}, {"b", "B", 16, 4}, {"c", "C", 24, 3}}, *Words::of("en"));
  REQUIRE(lines.size() == 3);
  // (3 x 152 - 48 x 9) / √((3 x 896 - 48²)(3 x 29 - 81)) = 24 / √(384 x 6) = 0.5
  CHECK(lines[1] == "Full layers: n 3, Σx 48, Σy 9, Σxy 152, Σx² 896, Σy² 29: r = +0.50");
  // 3, 3, 7: (3 x 240 - 48 x 13) / √(384 x (3 x 67 - 169)) = 96 / 110.85
  CHECK(lines[2] == "Ratio: n 3, Σx 48, Σy 13, Σxy 240, Σx² 896, Σy² 67: r = +0.87");
}

TEST_CASE("one full layer in four, and the last one") {
  const Words words = *Words::of("en");
  CHECK(placement_words(layers({false, false, false, true, false, true}), words) ==
        "M: one in 4 of 6 layers gives 1, and with the last layer 2; its list has these 2: 4, 6");
  CHECK(placement_words(layers({true, false, false, false, false, true}), words) ==
        "M: one in 4 of 6 layers and the last one would be 2; its list has 2 others: 1, 6");
}

}  // namespace kvtally::depth_words_test
