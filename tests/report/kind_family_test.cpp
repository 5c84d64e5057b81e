#include "report/kind_family.hpp"

#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <set>
#include <string>

#include "report/compiled_in.hpp"

namespace kvtally::kind_family_test {

namespace {

double luminance(std::string_view colour) {
  std::array<double, 3> channels{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double value = std::stoi(std::string(colour.substr(1 + 2 * i, 2)), nullptr, 16) / 255.0;
    channels.at(i) = value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
  }
  return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2];
}

double contrast(std::string_view a, std::string_view b) {
  const double high = std::max(luminance(a), luminance(b));
  return (high + 0.05) / (std::min(luminance(a), luminance(b)) + 0.05);
}

TEST_CASE("every family has a name of its own, and 3:1 of contrast on both grounds (WCAG 2.1, 1.4.11)") {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < kFamilies; ++i) {
    const auto family = static_cast<KindFamily>(i);
    CAPTURE(name_of(family));
    names.insert(name_of(family));
    CHECK(contrast(colours_of(family).light, "#ffffff") >= 3);
    CHECK(contrast(colours_of(family).dark, "#14171c") >= 3);
  }
  CHECK(names.size() == kFamilies);
}

TEST_CASE("families of kinds") {
  CHECK(family_of(kind_of("mha")) == KindFamily::full);
  CHECK(family_of(kind_of("mla")) == KindFamily::latent);
  CHECK(family_of(kind_of("swa")) == KindFamily::window);
  CHECK(family_of(kind_of("chunked")) == KindFamily::window);
  CHECK(family_of(kind_of("hca")) == KindFamily::sparse);
  CHECK(family_of(kind_of("kda")) == KindFamily::state);
  CHECK(family_of(kind_of("cross")) == KindFamily::other);
  CHECK(family_of(kind_of("moe")) == KindFamily::other);
}

TEST_CASE("a model has the family by which it is known") {
  CHECK(family_of(test::model_of("gpt-3-175b")) == KindFamily::full);
  CHECK(family_of(test::model_of("deepseek-v3")) == KindFamily::latent);
  CHECK(family_of(test::model_of("gemma-3-27b")) == KindFamily::window);
  CHECK(family_of(test::model_of("deepseek-v4-flash")) == KindFamily::sparse);  // it has windows, too
  CHECK(family_of(test::model_of("qwen3-next-80b-a3b")) == KindFamily::state);
  CHECK(family_of(test::model_of("jamba-v0.1")) == KindFamily::state);
  CHECK(family_of(test::model_of("whisper-large-v3")) == KindFamily::full);
  CHECK(family_of(Model{}) == KindFamily::other);
}

}  // namespace

}  // namespace kvtally::kind_family_test
