#include <cmath>

#include "core/print.hpp"
#include "page/changed_zoo.hpp"
#include "page/lecture.hpp"
#include "page/untranslated.hpp"

namespace kvtally::without_cache_test {

namespace {

// Llama 3.1 405B: a layer's q and o of 16384 x 16384, k and v of 16384 x 1024, three matrices of 16384 x 53248.
constexpr Wide kLayers = Wide{126} * (2 * Wide{16384} * 16384 + 2 * Wide{16384} * 1024 + 3 * Wide{16384} * 53248);
constexpr Wide kHead = Wide{16384} * 128256;
constexpr Wide kPair = Wide{126} * 128 * (128 + 128);

double whole_model(Wide n) {
  const Wide with = (kLayers + kHead) * n + kPair * (n * (n + 1) / 2);
  const Wide without = kLayers * (n * (n + 1) / 2) + kHead * n + kPair * (n * (n + 1) * (n + 2) / 6);
  return static_cast<double>(without) / static_cast<double>(with);
}

}  // namespace

TEST_CASE("without a cache: attention by (N + 2)/3, the whole model by its weights too") {
  const test::Lecture lecture;
  const Section section = lecture.section("without-cache");
  CHECK(section.question == "Llama 3.1 405B writes 128K tokens. Without a cache, how much more does it multiply?");
  CHECK(section.parts.values.at("first_attention") == "1,366");  // 4098 / 3
  CHECK(section.parts.values.at("last_attention") == "43,691");  // 131074 / 3
  CHECK(section.parts.values.at("first_all") == print_grouped(std::llround(whole_model(4096))));
  CHECK(section.parts.values.at("last_all") == print_grouped(std::llround(whole_model(131072))));
  CHECK(section.takeaway ==
        "2,024 times the arithmetic for 4K tokens, 56,567 times for 128K: not a saving, but "
        "the line between usable and not.");
  CHECK(section.parts.values.at("last_without") == "5.000 x 10^21");
  CHECK(section.parts.arithmetic.at(0) ==
        "4,096 tokens: with a cache 1 + 2 + … + 4,096 = 4,096 x 4,097 / 2 = 8,390,656 pairs of query and key; "
        "without one 4,096 x 4,097 x 4,098 / 6 = 11,461,636,096; 11,461,636,096 / 8,390,656 = 4,098 / 3 = 1,366");
}

TEST_CASE("without a cache: four lines, and the exact counts in the data") {
  const test::Lecture lecture;
  const auto parts = lecture.parts("without-cache");
  REQUIRE(parts.has_value());
  const auto& chart = std::get<Chart>(parts->pictures.at(0).drawing);
  REQUIRE(chart.series.size() == 4);
  CHECK(chart.x.scale == Scale::log2);
  CHECK(chart.y.scale == Scale::log10);
  const std::string csv = write_csv(parts->tables.at(0).table);
  // 8,390,656 and 11,461,636,096 pairs x 126 layers x 128 heads x 256
  CHECK(csv.find("\n4096,34643071991808,47322436340809728,") != std::string::npos);
}

TEST_CASE("without a cache: a changed model, one that cannot be counted, and Chinese") {
  const test::ChangedZoo zoo("llama-3.1-405b", "intermediate_size: 53248", "intermediate_size: 1024");
  const test::Lecture lecture("en", "attention-evolution", zoo.path());
  const Section section = lecture.section("without-cache");
  CHECK(section.parts.values.at("first_attention") == "1,366");
  CHECK(section.parts.values.at("first_all") != "2,024");

  test::Lecture window;
  for (SectionRecipe& recipe : window.recipe().sections) {
    if (recipe.id == "without-cache") {
      recipe.with.at(0).words = {"mistral-7b"};
    }
  }
  const auto refused = window.parts("without-cache");
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().front().what == "mistral-7b: its swa layers do not read every position before them");

  const test::Lecture chinese("zh");
  CHECK(chinese.section("without-cache").title == "要是什么都不存呢？");
  CHECK(test::untranslated("without-cache") == "");
}

}  // namespace kvtally::without_cache_test
