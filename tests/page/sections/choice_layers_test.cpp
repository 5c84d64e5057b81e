#include "page/sections/choice_layers.hpp"

#include <algorithm>

#include "page/lecture.hpp"

namespace kvtally::choice_layers_test {

namespace {

const SectionRecipe& recipe_of(test::Lecture& lecture) {
  for (const SectionRecipe& section : lecture.recipe().sections) {
    if (section.id == "run-time-choice") {
      return section;
    }
  }
  FAIL("no such section");
  return lecture.recipe().sections.front();
}

ChoiceLayer layer_of(const std::vector<ChoiceLayer>& layers, const std::string& value) {
  const auto found = std::ranges::find(layers, value, &ChoiceLayer::value);
  REQUIRE(found != layers.end());
  return *found;
}

std::string refusal(const std::vector<std::string>& nsa) {
  test::Lecture lecture;
  SectionRecipe recipe = recipe_of(lecture);
  std::erase_if(recipe.with, [](const SectionOption& option) { return option.key == "nsa"; });
  recipe.with.push_back({{9, 7}, "nsa", nsa});
  const auto layers = choice_layers(lecture.sources(), recipe);
  REQUIRE_FALSE(layers.has_value());
  CHECK(layers.error().front().place.line == 9);
  return layers.error().front().what;
}

}  // namespace

TEST_CASE("one layer of each kind, with its rate and its choice") {
  test::Lecture lecture;
  const auto layers = choice_layers(lecture.sources(), recipe_of(lecture));
  REQUIRE(layers.has_value());
  const auto words = [&](const std::string& value) {
    const ChoiceLayer layer = layer_of(*layers, value);
    return layer.rate + "; " + layer.choice + "; " + layer.scanned + "; " + layer.model;
  };
  CHECK(layers->size() == 5);
  CHECK(words("mla") == "1; nothing: fixed; -; DeepSeek-V3");
  CHECK(words("dsa") == "1; best 2,048; a key of each token; DeepSeek-V3.2");
  CHECK(words("hca") == "1/128; nothing: fixed; -; DeepSeek-V4-Pro");
  CHECK(words("csa") == "1/4; best 1,024; a key of each 4 tokens; DeepSeek-V4-Pro");
  CHECK(words("nsa") == "1/16 + 1; 16 blocks of 64; its own pooled branch; its paper");
}

TEST_CASE("what one layer keeps and reads at 128K") {
  test::Lecture lecture;
  const auto layers = choice_layers(lecture.sources(), recipe_of(lecture));
  REQUIRE(layers.has_value());
  const Tokens context{131072};
  const ChoiceAt dsa = layer_of(*layers, "dsa").at(context);
  CHECK(dsa.kept == Bytes{131072 * 1408});
  CHECK(dsa.read == Bytes{2048 * 1152 + 131072 * 256});
  CHECK(dsa.scanned == Bytes{131072 * 256});
  CHECK(dsa.read_sum == "2,048 x 1,152 + 131,072 x 256");
  const ChoiceAt csa = layer_of(*layers, "csa").at(context);
  CHECK(csa.kept == Bytes{128 * 1024 + 32768 * 1280});
  CHECK(csa.read == Bytes{128 * 1024 + 1024 * 1024 + 32768 * 256});
  const ChoiceAt hca = layer_of(*layers, "hca").at(context);
  CHECK(hca.kept == Bytes{(128 + 1024) * 1024});
  CHECK(hca.read == hca.kept);
  // NSA: 4 heads x (192 + 128) x 2 bytes; (131,072 - 32) / 16 + 1 pooled entries, 16 blocks of 64 and a window of
  // 512
  const ChoiceAt nsa = layer_of(*layers, "nsa").at(context);
  CHECK(nsa.kept == Bytes{(8191 + 131072 + 512) * 2560});
  CHECK(nsa.read == Bytes{(8191 + 1024 + 512) * 2560});
}

TEST_CASE("what a layer of a section's choice agrees with the account") {
  test::Lecture lecture;
  const auto layers = choice_layers(lecture.sources(), recipe_of(lecture));
  REQUIRE(layers.has_value());
  for (const ChoiceLayer& layer : *layers) {
    for (const std::int64_t context : {1, 3, 4, 127, 128, 129, 2047, 2048, 2049, 131072}) {
      CAPTURE(layer.value);
      CAPTURE(context);
      Model one;
      append_layer(one, one.order, layer.layer, 1);
      const Figures figures = figures_of(one, {.context = Tokens{context}});
      const ChoiceAt at = layer.at(Tokens{context});
      CHECK(at.kept == figures.kept[Part::entries] + figures.kept[Part::indexer]);
      CHECK(at.read == figures.step.read.entries + figures.step.read.indexer);
    }
  }
}

TEST_CASE("NSA's shape is refused where it is none") {
  CHECK(refusal({"head_dim=192"}) == "nsa has no num_attention_heads");
  CHECK(refusal({"head_dim"}) == "nsa has 'head_dim'");
  CHECK(refusal({"head_dim=0"}) == "nsa has 'head_dim=0'");
  CHECK(refusal({"head_dim=a"}) == "nsa has 'head_dim=a'");
  CHECK(refusal({""}) == "nsa has ''");
  CHECK(refusal({"width=3"}) == "nsa has 'width=3'");
  CHECK(refusal({"num_attention_heads=64", "num_key_value_heads=4", "head_dim=192", "v_head_dim=128",
                 "compress_block_size=32", "compress_stride=20", "block_size=64", "top_blocks=16",
                 "sliding_window=512"}) == "nsa's compress_block_size is no multiple of its stride");
}

}  // namespace kvtally::choice_layers_test
