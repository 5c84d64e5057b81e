#include <fmt/format.h>

#include "page/changed_zoo.hpp"
#include "page/lecture.hpp"
#include "page/untranslated.hpp"

namespace kvtally::attention_share_test {

TEST_CASE("attention's share of the arithmetic: V3 at the lecture's lengths") {
  const test::Lecture lecture;
  const Section section = lecture.section("attention-share");
  // n(n + 1)/2 pairs x 128 heads x (192 + 128) x 61 layers, beside 36,624,596,992 weights of a token
  const auto percent = [](double n) {
    const double attention = n * (n + 1) / 2 * 128 * 320 * 61;
    return fmt::format("{:.1f} %", 100 * attention / (attention + 36624596992.0 * n));
  };
  CHECK(section.parts.values.at("shares") ==
        fmt::format("{} at 4K tokens, {} at 32K tokens, {} at 128K tokens, {} at 1M tokens", percent(4096),
                    percent(32768), percent(131072), percent(1048576)));
  CHECK(percent(4096) == "12.3 %");
  CHECK(section.takeaway ==
        "12.3 % of the arithmetic at 4K, 97.3 % at 1M: from 29,316 tokens on attention is half of it.");
  CHECK(percent(29316) == "50.0 %");
  CHECK(section.parts.arithmetic.at(0) ==
        "attention: 4,096 x 4,097 / 2 pairs x 128 heads x (192 + 128) x 61 layers = 20,964,557,455,360");
}

TEST_CASE("attention's share of the arithmetic: the line, its marks and the data") {
  const test::Lecture lecture;
  const auto parts = lecture.parts("attention-share");
  REQUIRE(parts.has_value());
  const auto& chart = std::get<Chart>(parts->pictures.at(0).drawing);
  REQUIRE(chart.series.size() == 4);
  CHECK(chart.series[0].name == "DeepSeek-V3: 12.3 % → 97.3 %");
  CHECK(chart.series[0].bends.at(1).name == "52.8 % at 32K tokens");
  for (const Series& line : chart.series) {
    CHECK(line.points.front().x == 1024);
    CHECK(line.points.back().x == 1048576);
    for (std::size_t i = 1; i < line.points.size(); ++i) {
      CHECK(line.points[i].y > line.points[i - 1].y);
    }
  }
  const std::string csv = write_csv(parts->tables.at(0).table);
  CHECK(
      csv.starts_with("tokens,deepseek-v3_percent,llama-3.1-405b_percent,deepseek-v3.2_percent,"
                      "kimi-linear-48b-a3b_percent\n4096,12.26"));
}

TEST_CASE("attention's share of the arithmetic: a changed model, a context of the user's") {
  const test::ChangedZoo zoo("deepseek-v3", "_heads: 128", "_heads: 64");
  test::Lecture lecture("en", "attention-evolution", zoo.path());
  lecture.request().context = Tokens{200'000};
  const Section section = lecture.section("attention-share");
  CHECK(section.parts.arithmetic.at(0) ==
        "attention: 4,096 x 4,097 / 2 pairs x 64 heads x (192 + 128) x 61 layers = 10,482,278,727,680");
  CHECK(section.parts.values.at("shares").find(" at 200,000 tokens, ") != std::string::npos);
  CHECK_FALSE(section.parts.values.at("shares").starts_with("12.3 %"));
}

TEST_CASE("attention's share of the arithmetic: what is refused, and Chinese") {
  test::Lecture lecture;
  lecture.request().context = Tokens{(Wide{1} << 40) + 1};
  const auto parts = lecture.parts("attention-share");
  REQUIRE_FALSE(parts.has_value());
  CHECK(parts.error().front().what == "a length has too many tokens to count");
  const test::Lecture chinese("zh");
  CHECK(chinese.section("attention-share").title == "到多长，注意力才占了算力的大头？");
  CHECK(test::untranslated("attention-share") == "");
}

}  // namespace kvtally::attention_share_test
