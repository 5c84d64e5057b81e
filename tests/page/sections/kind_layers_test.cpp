#include "page/sections/kind_layers.hpp"

#include "page/lecture.hpp"

namespace kvtally::kind_layers_test {

namespace {

Expected<std::vector<KindLayer>> layers_of(const std::vector<SectionOption>& with) {
  static const test::Lecture lecture;
  SectionRecipe recipe;
  recipe.with = with;
  return asked_layers(lecture.sources(), recipe);
}

std::string fault_of(const std::vector<SectionOption>& with) {
  const auto layers = layers_of(with);
  REQUIRE_FALSE(layers.has_value());
  return layers.error().front().what;
}

}  // namespace

TEST_CASE("layers of kinds: a shape with other attentions, and layers of models") {
  const auto layers = layers_of({{Place{1, 1}, "shape", {"deepseek-v3"}},
                                 {Place{2, 1}, "as", {"mha", "gqa-8", "as-is", "dsa-2048"}},
                                 {Place{3, 1}, "layers", {"deepseek-v4-pro hca", "kimi-linear-48b-a3b kda"}}});
  REQUIRE(layers.has_value());
  std::string names;
  for (const KindLayer& layer : *layers) {
    names += layer.name + ", " + layer.value + "; ";
    CHECK(layer.model.layers.size() == 1);
    CHECK(layer_count(layer.model.order) == 1);
    CHECK(layer.model.draft.empty());
  }
  CHECK(names ==
        "MHA, mha; GQA-8, gqa_8; MLA, own; DSA-2048, dsa_2048; "
        "HCA (DeepSeek-V4-Pro), deepseek_v4_pro_hca; KDA (Kimi Linear 48B-A3B), kimi_linear_48b_a3b_kda; ");
  CHECK(layers->at(2).family == KindFamily::latent);
  CHECK(layers->at(5).family == KindFamily::state);
}

TEST_CASE("layers of kinds: what is refused") {
  CHECK(fault_of({}) == "the section has no layers");
  CHECK(fault_of({{Place{3, 1}, "layers", {"deepseek-v3"}}}) == "layers has 'deepseek-v3'");
  CHECK(fault_of({{Place{3, 1}, "layers", {"deepseek-v3 csa"}}}) == "deepseek-v3 has no layer of the kind 'csa'");
  const auto unknown = layers_of({{Place{3, 1}, "layers", {"deepseek-v33 mla"}}});
  REQUIRE_FALSE(unknown.has_value());
  CHECK(unknown.error().front().place == Place{3, 1});
  CHECK(unknown.error().front().suggestion == "deepseek-v3");
  CHECK_FALSE(layers_of({{Place{1, 1}, "shape", {"deepseek-v3"}}, {Place{2, 1}, "as", {"gqa-7"}}}).has_value());
}

}  // namespace kvtally::kind_layers_test
