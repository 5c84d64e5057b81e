#include <algorithm>
#include <set>

#include "page/lecture.hpp"
#include "page/untranslated.hpp"
#include "support/folder.hpp"
#include "support/golden.hpp"

namespace kvtally::ridge_points_test {

namespace {

const Table& table_of(const SectionParts& parts) { return parts.tables.at(0).table; }

TEST_CASE("question 2: the ridge point of HBM, and none for VMEM") {
  const test::Lecture lecture;
  const Section section = lecture.section("ridge-points");
  // 2307 TFLOP/s / 7.38 TB/s; half of each for one of two devices
  CHECK(section.takeaway ==
        "Google TPU7x (Ironwood): 312.6 operations for each byte of main memory; for each byte of its VMEM: not "
        "published.");
  CHECK(!section.question.empty());
  const Values& values = section.parts.values;
  CHECK(
      values.at("inner_reason") ==
      "Its maker has not published the bandwidth of its VMEM. A number here would give that bandwidth away: it is "
      "the peak over the ridge point.");
  CHECK(!values.contains("inner_ridge"));
  CHECK(!values.contains("inner_bandwidth"));
}

TEST_CASE("no bar and no figure stands for what is not published") {
  const test::Lecture lecture;
  const auto parts = lecture.parts("ridge-points");
  REQUIRE(parts.has_value());
  const auto& chart = std::get<BarChart>(parts->pictures.at(0).drawing);
  CHECK(chart.bars.at(0).parts.at(0).value == doctest::Approx(2307.0 / 7.38));
  CHECK(chart.bars.at(1).name == "its VMEM");
  CHECK(chart.bars.at(1).parts.empty());
  CHECK(chart.bars.at(1).note == "not published");
}

TEST_CASE("its arithmetic, and what the lecture prints") {
  const test::Lecture lecture;
  const Section section = lecture.section("ridge-points");
  CHECK(section.parts.arithmetic ==
        std::vector<std::string>{"Google TPU7x (Ironwood): 1,153,500,000,000,000 operations/s / 3,690,000,000,000 "
                                 "bytes/s = 312.6 operations a byte (bf16)",
                                 "Google TPU7x (Ironwood), VMEM: not published"});
  CHECK(section.parts.notes.at(0) ==
        "The lecture prints about 313, from a bandwidth that it rounds (2307 TFLOP/s over 7.37 TB/s).");
}

TEST_CASE("a bandwidth that is published is divided by") {
  test::Lecture lecture;
  for (SectionRecipe& section : lecture.recipe().sections) {
    for (SectionOption& option : section.with) {
      if (section.id == "ridge-points" && option.key == "level") {
        option.words = {"memory"};
      }
    }
  }
  const Values values = lecture.section("ridge-points").parts.values;
  CHECK(values.at("inner") == "312.6 FLOP/byte");
  CHECK(values.at("inner_reason") == "The bandwidth of its memory is 3.69 TB/s: 1.1535 PFLOP/s over that.");
}

TEST_CASE("a device of the user's wins, has no such memory, and is not listed twice") {
  test::Lecture lecture;
  lecture.request().device = "h100-sxm";
  const Section section = lecture.section("ridge-points");
  // 989.4 TFLOP/s / 3.35 TB/s
  CHECK(section.parts.values.at("ridge") == "295.3");
  CHECK(section.parts.values.at("inner") == "not published");
  CHECK(section.parts.values.at("inner_reason") == "No bandwidth of a memory called VMEM is published for it.");
  const Table& table = table_of(section.parts);
  CHECK(table.rows.size() == 8);
  CHECK(table.rows.front().front().raw == "h100-sxm");
  CHECK(section.parts.notes.size() == 1);  // what the lecture prints is of another device
}

TEST_CASE("a bandwidth that the user sets moves it") {
  test::Lecture lecture;
  lecture.request().device = "tpu-v7x:chip,bandwidth=7.37TB/s";
  CHECK(lecture.section("ridge-points").parts.values.at("ridge") == "313.0");
}

TEST_CASE("the table says what there is no unit for, and marks what is disputed") {
  const test::Lecture lecture;
  const auto parts = lecture.parts("ridge-points");
  REQUIRE(parts.has_value());
  const std::string csv = write_csv(table_of(*parts));
  CHECK(
      csv.starts_with("device,bandwidth_bytes_per_second,bf16_flop_per_second,bf16_ridge,fp8_flop_per_second,"
                      "fp8_ridge,confidence\n"
                      "tpu-v7x,3690000000000,1153500000000000,312.602,2307000000000000,625.203,A\n"));
  CHECK(csv.find("h20,4000000000000,148000000000000,37,296000000000000,74,C\n") != std::string::npos);
  const auto& rows = table_of(*parts).rows;
  const auto h20 = std::ranges::find(rows, "h20", [](const auto& row) { return row.front().raw; });
  REQUIRE(h20 != rows.end());
  CHECK((*h20)[3].text == "~37.0");
}

TEST_CASE("a device without a published peak is refused") {
  test::Lecture lecture;
  lecture.request().device = "apple-m5";
  REQUIRE(!lecture.parts("ridge-points").has_value());
  CHECK(lecture.parts("ridge-points").error().front().what == "no peak of apple-m5 for bf16 is published");
}

TEST_CASE("a bandwidth of the chip's memory that a device's file has is divided by, and drawn") {
  const test::Folder folder;
  std::string text = test::source_text("hardware/tpu-v7x.yaml");
  const std::string unknown = "{vmem: {bandwidth: not published}}";
  REQUIRE(text.find(unknown) != std::string::npos);
  folder.write("mine.yaml", text.replace(text.find(unknown), unknown.size(), "{vmem: {bandwidth: 46.14 TB/s}}"));
  test::Lecture lecture;
  lecture.request().device = folder.path("mine.yaml");
  const Section section = lecture.section("ridge-points");
  CHECK(section.parts.values.at("inner") == "50.0 FLOP/byte");  // 2307 / 46.14
  const auto& chart = std::get<BarChart>(section.parts.pictures.at(0).drawing);
  CHECK(chart.bars.at(1).parts.at(0).value == doctest::Approx(50));
}

TEST_CASE("every text of it is translated") { CHECK(test::untranslated("ridge-points") == ""); }

}  // namespace

}  // namespace kvtally::ridge_points_test
