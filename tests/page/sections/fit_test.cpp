#include "page/deployment_section.hpp"
#include "report/fits.hpp"

namespace kvtally::fit_test {

namespace {

Section section_of(const std::string& model, std::int64_t users, const std::string& language = "en") {
  return test::deployment_section("fit", model, users, language);
}

}  // namespace

TEST_CASE("fit in Chinese lacks no text") { CHECK_FALSE(section_of("deepseek-v3", 64, "zh").takeaway.empty()); }

TEST_CASE("the devices that users take, and what the fullest of them holds") {
  const Section section = section_of("llama-3.1-70b", 32);
  const Values& values = section.parts.values;
  // 80 layers x 2 x 8 x 128 x 2 bytes x 131,072 tokens
  CHECK(values.at("cache_per_user") == "40 GiB");
  CHECK(values.at("cache") == "1.25 TiB");
  const auto& chart = std::get<BarChart>(section.parts.pictures.at(0).drawing);
  REQUIRE(chart.bars.size() == 1);
  double sum = 0;
  for (const BarPart& part : chart.bars[0].parts) {
    sum += part.value;
  }
  CHECK(sum <= chart.rules.at(0).x);
  CHECK(section.parts.tables.at(0).table.rows.front().front().text == "weights");
}

TEST_CASE("what no number of devices holds is said, and nothing is drawn") {
  const Section section = section_of("llama-3.1-405b", 100000);
  CHECK(section.parts.pictures.empty());
  CHECK(section.takeaway.starts_with("It takes too many of "));
  CHECK_FALSE(section.parts.notes.empty());
}

TEST_CASE("what binds is said in the page's language, whatever it is") {
  using test::fit_sheet;
  using test::gib;
  const Words words = *Words::of("zh");
  const auto binding = [&](const FitSheet& sheet) {
    return binding_of(sheet, Units::binary, [&](auto text, const auto& of) { return words.fill(text, of); });
  };
  CHECK(binding(fit_sheet(Asked::devices, 1, gib(24), {})) == "没有：一个设备已经最少了");
  CHECK(binding(fit_sheet(Asked::devices, 6, gib(24), {})) ==
        "显存：再少一档是 1 个设备，最满的那个要 24.678 GiB，比可用的多 694.24 MiB");
  CHECK(binding(fit_sheet(Asked::users, 1, gib(24), 1)).starts_with("显存：再多一个用户，"));
  CHECK(binding(fit_sheet(Asked::context, 6, gib(24), 1)).starts_with("显存：再多一个 token，"));
  CHECK(binding(fit_sheet(Asked::context, 1, gib(24), 1)) == "模型自己的上限，4,096 个 token");
  CHECK(binding(fit_sheet(Asked::nothing, 5, gib(24), 1)) == "没有：最满的设备还空着 1.322 GiB");
  CHECK(binding(fit_sheet(Asked::users, 1, gib(12), 1)).starts_with("显存：1 个设备，哪怕只有一个用户，最满的"));
  CHECK(binding(fit_sheet(Asked::context, 3, gib(12), 1)).starts_with("显存：1 个设备，哪怕每个用户只有"));
  CHECK(binding(fit_sheet(Asked::devices, 1'000'000, gib(24), {})).ends_with("；超过 1,024 个设备的没有试"));
  CHECK(words.missing() == std::set<std::string>{});
}

}  // namespace kvtally::fit_test
