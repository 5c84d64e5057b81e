#include "page/changed_zoo.hpp"
#include "page/lecture.hpp"

namespace kvtally::timeline_test {

namespace {

TEST_CASE("models by date, a lane for each knob") {
  const test::Lecture lecture;
  const Section section = lecture.section("timeline");
  CHECK(section.takeaway ==
        "Knob 1 is first turned in 2022-04 (PaLM 540B), knob 2 in 2023-09 (Mistral 7B v0.1), knob 3 in 2024-03 "
        "(Jamba v0.1), 2 and 3 together in 2026-08 (GLM-5.3-Flash); the longest time without something new is 23 "
        "months, 2020-05 to 2022-04.");
  // 44 = 16 + 17 + 9 + 2
  const auto& chart = std::get<LaneChart>(section.parts.pictures.at(0).drawing);
  REQUIRE(chart.lanes.size() == 4);
  CHECK(chart.lanes[0].marks.size() == 16);
  CHECK(chart.lanes[1].marks.size() == 17);
  CHECK(chart.lanes[2].marks.size() == 9);
  CHECK(chart.lanes[3].marks.size() == 2);
  CHECK(chart.lanes[3].marks[1].words ==
        "Qwen3.8-Flash-Next (Alibaba Qwen, 2026-08): [GDN x3, QSA] x12; new: QSA");
  CHECK(section.parts.arithmetic.at(1) == "2022-04: MQA (PaLM 540B); 2022-04 − 2020-05 = 23 months");
  CHECK(section.parts.tables.at(0).table.rows.size() == 44);
}

TEST_CASE("a changed model moves the years") {
  const test::ChangedZoo changed("minimax-m2.5", "layer_types: full_attention x62", test::kSparseM25);
  const test::Lecture lecture("en", "attention-evolution", changed.path());
  const Values values = lecture.parts("timeline")->values;
  CHECK(values.at("in_knob1") == "15");
  CHECK(values.at("in_knob2") == "18");
  CHECK(values.at("late_gap_spans") == "2024-05 to 2024-11");  // MSA comes in 2026-02
}

TEST_CASE("in Chinese nothing is missing") {
  const test::Lecture lecture("zh");
  lecture.section("timeline");
  CHECK(lecture.words().missing() == std::set<std::string>{});
}

}  // namespace

}  // namespace kvtally::timeline_test
