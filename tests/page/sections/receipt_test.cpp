#include <algorithm>

#include "page/changed_zoo.hpp"
#include "page/lecture.hpp"
#include "page/untranslated.hpp"

namespace kvtally::receipt_test {

TEST_CASE("the receipt: 512 twice, by two accounts") {
  const test::Lecture lecture;
  const Section section = lecture.section("receipt");
  const Values& values = section.parts.values;
  CHECK(values.at("longer") == "512");   // 1,048,576 / 2,048 of GPT-3
  CHECK(values.at("read") == "512");     // 1,048,576 / 2,048 of DSA
  CHECK(values.at("latent") == "56.9");  // 32,768 / 576
  CHECK(values.at("ratio") == "3:1");
  CHECK(values.at("kept") == "227.6");  // 56.89 x 48 / 12
  CHECK(section.takeaway ==
        "512 times the context: kept 227.6 times smaller, read 512 times less, memory 2.96 times larger.");
  CHECK(section.parts.arithmetic.at(0) == "context: 1,048,576 / 2,048 = 512");
  CHECK(section.parts.arithmetic.at(1) == "kept: 488 GiB / 8.578 GiB = 56.9; 48 / 12 layers = 4; both: 227.6");
  const auto& chart = std::get<BarChart>(section.parts.pictures.at(0).drawing);
  REQUIRE(chart.bars.size() == 6);
  CHECK(chart.bars[0].name == "context: GPT-3 175B to GLM-5.2");
  CHECK(chart.bars[1].name == "kept: MLA in place of MHA");
  CHECK(chart.bars[4].parts.at(0).value == 512);
  CHECK(chart.notes.at(0) == "Kept and read are two accounts: they are not added up.");
  CHECK(write_csv(section.parts.tables.at(0).table) ==
        "account,times\ncontext,512.000000\nkept_latent,56.888889\nkept_mix,4.000000\nkept,227.555556\n"
        "read,512.000000\nmemory,2.960625\n");
}

TEST_CASE("the receipt: the claim has the same two quotients") {
  const test::Lecture lecture;
  const auto& results = lecture.sources().claims->results;
  const auto claim = std::ranges::find(results, "lecture.512", &CheckResult::id);
  REQUIRE(claim != results.end());
  CHECK(claim->state == CheckResult::State::passed);
  CHECK(claim->actual == "512");
}

TEST_CASE("the receipt: another k is another quotient") {
  const test::ChangedZoo zoo("deepseek-v3.2", "index_topk: 2048", "index_topk: 1024");
  const test::Lecture lecture("en", "attention-evolution", zoo.path());
  const auto parts = lecture.parts("receipt");
  REQUIRE(parts.has_value());
  CHECK(parts->values.at("read") == "1024");
  CHECK(parts->values.at("longer") == "512");
}

TEST_CASE("the receipt: Chinese") {
  const test::Lecture lecture("zh");
  CHECK(lecture.section("receipt").title == "六年，多少倍？");
  CHECK(test::untranslated("receipt") == "");
}

}  // namespace kvtally::receipt_test
