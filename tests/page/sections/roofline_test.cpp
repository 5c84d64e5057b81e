#include <algorithm>

#include "page/changed_zoo.hpp"
#include "page/lecture.hpp"
#include "page/untranslated.hpp"

namespace kvtally::roofline_test {

TEST_CASE("roofline of kinds: the lecture's intensities, and how far they are from the ridge") {
  const test::Lecture lecture;
  const Section section = lecture.section("roofline");
  const Values& values = section.parts.values;
  CHECK(values.at("ridge") == "313.0");  // 2307 / 7.37
  CHECK(values.at("mha") == "1");
  CHECK(values.at("llama_2_70b_gqa") == "8");
  CHECK(values.at("llama_2_70b_gqa_below") == "39.1");  // 313.03 / 8
  CHECK(values.at("gqa_8") == "16");                    // V3 has 128 query heads
  CHECK(values.at("own") == "241.8");                   // 2 x 128 x (576 + 512) / 1152
  CHECK(section.takeaway ==
        "Decode lies left of the ridge for 12 of 12 kinds: MHA 313 times below it, Llama 2 70B's GQA 39.1 "
        "times; MLA reaches 77.2 % of it.");
  CHECK(section.parts.arithmetic.at(3) ==
        "MLA: 2 x 128 heads x (576 + 512) operations / 1,152 B = 241.8 FLOP/byte");
  CHECK(section.parts.arithmetic.back() == "ridge: 2.307 PFLOP/s / 7.37 TB/s = 313.0 FLOP/byte");
}

TEST_CASE("roofline of kinds: the claims have the same intensities") {
  const test::Lecture lecture;
  for (const auto& [id, actual] :
       {std::pair{"lecture.intensity.mha", "1 FLOP/byte"}, std::pair{"lecture.intensity.gqa8", "8 FLOP/byte"},
        std::pair{"lecture.intensity.mla", "2176/9 FLOP/byte"}}) {
    const auto& results = lecture.sources().claims->results;
    const auto claim = std::ranges::find(results, id, &CheckResult::id);
    REQUIRE(claim != results.end());
    CHECK(claim->actual == actual);
  }
}

TEST_CASE("roofline of kinds: a picture a format, every point named with its bound") {
  const test::Lecture lecture;
  const auto parts = lecture.parts("roofline");
  REQUIRE(parts.has_value());
  REQUIRE(parts->pictures.size() == 2);
  CHECK(parts->pictures[1].choice == "fp8");
  const auto& chart = std::get<Chart>(parts->pictures[0].drawing);
  REQUIRE(chart.series.size() == 1 + 2 * 12);
  CHECK(chart.series[1].name == "MHA decode: memory");
  CHECK(chart.series[1].shape == Shape::disc);
  CHECK(chart.series[13].name == "MHA prefill: compute");
  CHECK(chart.series[13].shape == Shape::square);
  CHECK(chart.rules.at(0).name == "ridge 313.0");
  for (std::size_t i = 1; i < chart.series.size(); ++i) {
    CHECK(chart.series[i].points.size() == 1);
    CHECK(chart.series[i].points[0].y <= 2307e12 * 1.000001);
  }
}

TEST_CASE("roofline of kinds: the user's device, and devices that do not do") {
  test::Lecture lecture;
  lecture.request().device = "h200-sxm";
  const Section section = lecture.section("roofline");
  CHECK(section.parts.values.at("ridge") == "206.1");  // 989.4 / 4.8
  CHECK(section.parts.values.at("own_of_ridge") == "117.3 %");
  CHECK(section.parts.values.at("left") == "10");  // all but MLA and HCA
  lecture.request().device = "a100-sxm-80";
  const auto one = lecture.parts("roofline");
  REQUIRE(one.has_value());
  CHECK(one->pictures.size() == 1);
  lecture.request().device = "apple-m5";
  const auto none = lecture.parts("roofline");
  REQUIRE_FALSE(none.has_value());
  CHECK(none.error().front().what == "apple-m5: no peak, or no bandwidth, is published");
}

TEST_CASE("roofline of kinds: a changed model moves its point") {
  const test::ChangedZoo zoo("deepseek-v3", "_heads: 128", "_heads: 64");
  const test::Lecture lecture("en", "attention-evolution", zoo.path());
  // 2 x 64 x (576 + 512) / 1152
  CHECK(lecture.section("roofline").parts.values.at("own") == "120.9");
}

TEST_CASE("roofline of kinds: Chinese") {
  const test::Lecture lecture("zh");
  CHECK(lecture.section("roofline").title == "哪种注意力能喂饱矩阵单元？");
  CHECK(test::untranslated("roofline") == "");
}

}  // namespace kvtally::roofline_test
