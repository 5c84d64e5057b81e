#include <set>

#include "page/changed_zoo.hpp"
#include "page/lecture.hpp"
#include "page/untranslated.hpp"

namespace kvtally::four_attentions_test {

namespace {

TEST_CASE("question 1: four attentions in DeepSeek-V3's shape") {
  const test::Lecture lecture;
  const Section section = lecture.section("four-attentions");
  // 61 layers x 2 bytes x 131,072 tokens x (2 x 128 x 128 | 2 x 8 x 128 | 2 x 128 | 512 + 64)
  // 488 / 94.74 = 5.15, two devices to a chip
  CHECK(section.takeaway ==
        "488 GiB with MHA, 30.5 GiB with 8 KV heads, 3.813 GiB with one, 8.578 GiB with its own: MHA fills 5.2 "
        "devices, or 2.6 chips.");
  const Values& values = section.parts.values;
  CHECK(values.at("gqa8_ratio") == "16");
  CHECK(values.at("mqa_ratio") == "128");
  CHECK(values.at("own_ratio") == "56.9");     // 32,768 / 576
  CHECK(values.at("own_over_mqa") == "2.25");  // 576 / 256
  CHECK(!section.question.empty());
}

TEST_CASE("its arithmetic, line by line") {
  const test::Lecture lecture;
  CHECK(
      lecture.section("four-attentions").parts.arithmetic ==
      std::vector<std::string>{
          "MHA: (128 x 128 + 128 x 128) x 2 bytes x 61 layers x 131,072 tokens = 523,986,010,112 bytes = 488 GiB",
          "GQA-8: (8 x 128 + 8 x 128) x 2 bytes x 61 layers x 131,072 tokens = 32,749,125,632 bytes = 30.5 GiB",
          "MQA: (128 + 128) x 2 bytes x 61 layers x 131,072 tokens = 4,093,640,704 bytes = 3.813 GiB",
          "MLA (its own): (512 + 64) x 2 bytes x 61 layers x 131,072 tokens = 9,210,691,584 bytes = 8.578 GiB",
          "MHA / GQA-8: 523,986,010,112 / 32,749,125,632 = 16", "MHA / MQA: 523,986,010,112 / 4,093,640,704 = 128",
          "MHA / MLA (its own): 523,986,010,112 / 9,210,691,584 = 56.9",
          "MLA (its own) / MQA: 9,210,691,584 / 4,093,640,704 = 2.25",
          "devices that MHA fills: 488 GiB / 94.74 GiB = 5.15"});
}

TEST_CASE("its notes say what is counterfactual, and what wider keys would keep") {
  const test::Lecture lecture;
  const Section section = lecture.section("four-attentions");
  const std::vector<std::string>& notes = section.parts.notes;
  REQUIRE(notes.size() == 4);
  CHECK(notes[0] == "MHA, GQA-8 and MQA are counterfactual: DeepSeek-V3 has MLA, and no such model exists.");
  // 61 x 131,072 x 128 x (192 + 128) x 2 = 654,982,512,640
  CHECK(notes[1] ==
        "MHA's keys are taken as wide as its values, 128, as the table of the DeepSeek-V3 paper takes them. The "
        "model's own keys are 192 wide; with them MHA would keep 610 GiB.");
}

TEST_CASE("the picture and the table hold the same") {
  const test::Lecture lecture;
  const auto parts = lecture.parts("four-attentions");
  REQUIRE(parts.has_value());
  const auto& chart = std::get<BarChart>(parts->pictures.at(0).drawing);
  REQUIRE(chart.bars.size() == 4);
  CHECK(chart.bars[0].parts.at(0).value == 523'986'010'112.0);
  CHECK(chart.bars[3].note == "8.578 GiB");
  CHECK(write_csv(parts->tables.at(0).table) ==
        "attention,kept_bytes,mha_over_this,devices\n"
        "MHA,523986010112,1,5.150939413118521\n"
        "GQA-8,32749125632,16,0.32193371331990756\n"
        "MQA,4093640704,128,0.040241714164988444\n"
        "MLA (its own),9210691584,56.888888888888886,0.090543856871224\n");
}

TEST_CASE("a user's device and context are taken, and one context moves every figure") {
  test::Lecture lecture;
  lecture.request().device = "h200-sxm";
  lecture.request().context = Tokens{65536};
  const Section section = lecture.section("four-attentions");
  CHECK(section.parts.values.at("mha") == "244 GiB");
  CHECK(section.parts.values.at("devices").ends_with(" devices"));
}

TEST_CASE("a model that is changed changes them") {
  const test::ChangedZoo changed("deepseek-v3", "v_head_dim: 128", "v_head_dim: 64");
  const test::Lecture lecture("en", "attention-evolution", changed.path());
  const Values values = lecture.section("four-attentions").parts.values;
  CHECK(values.at("mha") == "244 GiB");  // keys and values half as wide
  CHECK(values.at("devices") == "2.6 devices, or 1.3 chips");
  CHECK(values.at("own") == "8.578 GiB");
  CHECK(values.at("own_over_mqa") == "4.5");  // 576 / 128
}

TEST_CASE("a context whose bytes nobody can print is refused") {
  test::Lecture lecture;
  lecture.request().context = Tokens{std::int64_t{1} << 62};
  CHECK(render(lecture.parts("four-attentions").error()).find("a figure passes 2^63") != std::string::npos);
}

TEST_CASE("every text of it is translated") { CHECK(test::untranslated("four-attentions") == ""); }

}  // namespace

}  // namespace kvtally::four_attentions_test
