#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

#include "page/changed_zoo.hpp"
#include "page/lecture.hpp"
#include "page/untranslated.hpp"
#include "support/golden.hpp"

namespace kvtally::decode_test {

namespace {

TEST_CASE("section 9.1: weights and caches in milliseconds") {
  const test::Lecture lecture;
  const Section section = lecture.section("decode");
  const Values& values = section.parts.values;
  // at 7.37 TB/s: 37 billion bytes; 61 x 131,072 x 2 x (32,768 | 2,048 | 256 | 576) bytes;
  // 61 x 2,048 x 1,152 bytes, and 61 x 131,072 x 256
  CHECK(values.at("weights") == "5.020 ms");
  CHECK(values.at("mha") == "71.10 ms");
  CHECK(values.at("gqa8") == "4.444 ms");
  CHECK(values.at("mqa") == "0.5554 ms");
  CHECK(values.at("own") == "1.250 ms");
  CHECK(values.at("entries") == "0.01953 ms");
  CHECK(values.at("index") == "0.2777 ms");
  CHECK(values.at("sparse") == "0.2973 ms");
  CHECK(values.at("mha_over_weights") == "14.2");
  CHECK(values.at("mha_step") == "76.12 ms");
  CHECK(section.takeaway ==
        "The weights take 5.020 ms whatever the attention; the cache takes 71.10 ms with MHA, 1.250 ms with MLA, "
        "and 0.2973 ms where an indexer chooses.");
}

TEST_CASE("the bars: equal weights in grey, the fifth ours in two parts") {
  const test::Lecture lecture;
  const auto parts = lecture.parts("decode");
  REQUIRE(parts.has_value());
  const auto& chart = std::get<BarChart>(parts->pictures.at(0).drawing);
  REQUIRE(chart.bars.size() == 5);
  for (const Bar& bar : chart.bars) {
    CHECK(bar.parts.front().family == KindFamily::weight);
    CHECK(bar.parts.front().value == doctest::Approx(37.0 / 7.37));
  }
  CHECK(chart.bars[0].parts.size() == 2);
  CHECK(chart.bars[4].name == "ours: MLA + DSA top-2048");
  REQUIRE(chart.bars[4].parts.size() == 3);
  CHECK(chart.bars[4].parts[1].name == "entries that are chosen");
  CHECK(chart.bars[4].parts[1].value == doctest::Approx(0.0195274).epsilon(1e-5));
  CHECK(chart.bars[4].parts[2].value == doctest::Approx(0.277723).epsilon(1e-5));
}

TEST_CASE("the claims on these bars have the same figures") {
  const test::Lecture lecture;
  const Values values = lecture.section("decode").parts.values;
  for (const auto& [id, value] : std::map<std::string, std::string>{{"lecture.ms.mha", "mha"},
                                                                    {"lecture.ms.gqa8", "gqa8"},
                                                                    {"lecture.ms.mqa", "mqa"},
                                                                    {"lecture.ms.mla", "own"},
                                                                    {"lecture.ms.weights", "weights"},
                                                                    {"lecture.ms.dsa.entries", "entries"},
                                                                    {"lecture.ms.dsa.index", "index"}}) {
    CAPTURE(id);
    const auto& results = lecture.sources().claims->results;
    const auto claim = std::ranges::find(results, id, &CheckResult::id);
    REQUIRE(claim != results.end());
    CHECK(claim->state == CheckResult::State::passed);
    CHECK(fmt::format("{:#.4g} ms", std::stod(claim->expected)) == values.at(value));
  }
}

TEST_CASE("its arithmetic can be redone") {
  const test::Lecture lecture;
  const std::vector<std::string> lines = lecture.section("decode").parts.arithmetic;
  REQUIRE(lines.size() == 8);
  CHECK(lines[0] == "weights: 37,000,000,000 active parameters in fp8_e4m3 = 37,000,000,000 bytes");
  CHECK(lines[1] == "weights: 37,000,000,000 bytes / 7,370,000,000,000 bytes/s = 5.020 ms");
  CHECK(lines[2] == "MHA, keys and values: 523,986,010,112 bytes / 7,370,000,000,000 bytes/s = 71.10 ms");
  CHECK(
      lines[6] ==
      "ours: MLA + DSA top-2048, entries that are chosen: 143,917,056 bytes / 7,370,000,000,000 bytes/s = 0.01953 "
      "ms");
}

TEST_CASE("a device of the user's moves every time") {
  test::Lecture lecture;
  lecture.request().device = "h200-sxm";
  const Section section = lecture.section("decode");
  CHECK(section.parts.values.at("weights") == "7.708 ms");  // 37 GB / 4.8 TB/s
  CHECK(section.parts.values.at("mha") == "109.2 ms");
  CHECK(section.parts.notes.size() == 5);  // nothing is set
}

TEST_CASE("a model that is changed moves its bar alone") {
  const test::ChangedZoo changed("deepseek-v3.2", "index_topk: 2048", "index_topk: 4096");
  const test::Lecture lecture("en", "attention-evolution", changed.path());
  const Values values = lecture.section("decode").parts.values;
  CHECK(values.at("entries") == "0.03905 ms");
  CHECK(values.at("index") == "0.2777 ms");
  CHECK(values.at("mha") == "71.10 ms");
}

TEST_CASE("a published count of parameters that is changed moves the weights") {
  const test::ChangedZoo changed("deepseek-v3", "active: 37B", "active: 74B");
  const test::Lecture lecture("en", "attention-evolution", changed.path());
  CHECK(lecture.section("decode").parts.values.at("weights") == "10.04 ms");
}

TEST_CASE("a device without a published bandwidth, and a context too long, are refused") {
  test::Lecture lecture;
  const test::Folder folder;
  std::string text = test::source_text("hardware/h20.yaml");
  const std::string line = "bandwidth: {peak: 4000 GB/s}\n";
  REQUIRE(text.find(line) != std::string::npos);
  folder.write("none.yaml", text.erase(text.find(line), line.size()));
  lecture.request().device = folder.path("none.yaml");
  for (const std::string section : {"decode", "ridge-points"}) {
    REQUIRE(!lecture.parts(section).has_value());
    CHECK(lecture.parts(section).error().front().what == "none: its bandwidth is not published");
  }
  lecture.request().device.reset();
  lecture.request().context = Tokens{std::int64_t{1} << 62};
  REQUIRE(!lecture.parts("decode").has_value());
  CHECK(render(lecture.parts("decode").error()).find("a figure passes 2^63") != std::string::npos);
}

TEST_CASE("every text of it is translated") { CHECK(test::untranslated("decode") == ""); }

}  // namespace

}  // namespace kvtally::decode_test
