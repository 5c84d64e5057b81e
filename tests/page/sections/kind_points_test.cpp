#include "page/sections/kind_points.hpp"

#include "page/lecture.hpp"

namespace kvtally::kind_points_test {

namespace {

std::vector<KindLayer> shape_layers(const test::Lecture& lecture) {
  SectionRecipe recipe;
  recipe.with = {{Place{1, 1}, "shape", {"deepseek-v3"}},
                 {Place{2, 1}, "as", {"mha", "as-is"}},
                 {Place{3, 1}, "layers", {"kimi-linear-48b-a3b kda"}}};
  return *asked_layers(lecture.sources(), recipe);
}

}  // namespace

TEST_CASE("points of kinds: operations over bytes, on the roof") {
  const test::Lecture lecture;
  const Device device = *lecture.sources().devices->find("tpu-v7x:chip,bandwidth=7.37TB/s");
  const std::vector<KindLayer> layers = shape_layers(lecture);
  const auto views = views_of({device, Tokens{1000}, Tokens{100}}, layers);
  REQUIRE(views.size() == 2);
  CHECK(views[0].format == "bf16");
  CHECK(views[0].ridge == doctest::Approx(2307.0 / 7.37));
  CHECK(views[1].ridge == doctest::Approx(4614.0 / 7.37));
  // MHA: 1000 entries of 2 x 128 x 128 x 2 B read, one written
  const PlacedKind& mha = views[0].layers[0];
  CHECK(mha.decode.operations == Operations{Wide{2} * 128 * 256 * 1000});
  CHECK(mha.decode.bytes == Bytes{Wide{65536} * 1001});
  CHECK(mha.decode.rate() == doctest::Approx(7.37e12 * 1000 / 1001));
  CHECK(mha.decode.bound == Bound::memory);
  // its prefill: 100 x 101 / 2 pairs, 100 entries written
  CHECK(mha.prefill.operations == Operations{Wide{2} * 128 * 256 * 5050});
  CHECK(mha.prefill.bytes == Bytes{Wide{65536} * 100});
  // MLA: latents absorbed in decode, expanded in prefill
  const PlacedKind& mla = views[0].layers[1];
  CHECK(mla.decode.intensity == doctest::Approx(2.0 * 128 * (576 + 512) * 1000 / (1152.0 * 1001)));
  CHECK(mla.prefill.intensity == doctest::Approx(2.0 * 128 * (192 + 128) * 5050 / (1152.0 * 100)));
  CHECK(mla.prefill.bound == Bound::compute);
  CHECK(mla.prefill.rate() == doctest::Approx(2307e12));
}

TEST_CASE("points of kinds: fp8 halves entries, not states; without its peak there is no view") {
  const test::Lecture lecture;
  const std::vector<KindLayer> layers = shape_layers(lecture);
  const auto& devices = *lecture.sources().devices;
  const auto views = views_of({*devices.find("tpu-v7x"), Tokens{1000}, Tokens{100}}, layers);
  REQUIRE(views.size() == 2);
  CHECK(views[1].layers[0].decode.bytes == Bytes{Wide{32768} * 1001});
  CHECK(views[1].layers[2].decode.bytes == views[0].layers[2].decode.bytes);
  CHECK(views[1].unchanged.empty());
  CHECK(views_of({*devices.find("a100-sxm-80"), Tokens{1000}, Tokens{100}}, layers).size() == 1);
  const auto old = views_of({*devices.find("v100-sxm2-32"), Tokens{1000}, Tokens{100}}, layers);
  REQUIRE(old.size() == 1);
  CHECK(old[0].format == "fp16");
  CHECK(old[0].ridge == doctest::Approx(125e12 / 900e9));
  Device silent = *devices.find("a100-sxm-80");
  silent.peaks.clear();
  CHECK(views_of({silent, Tokens{1000}, Tokens{100}}, layers).empty());
}

}  // namespace kvtally::kind_points_test
