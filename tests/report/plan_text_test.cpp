#include <doctest/doctest.h>

#include "core/text.hpp"
#include "report/plan.hpp"
#include "report/plans.hpp"
#include "support/lines.hpp"

namespace kvtally::plan_text_test {

namespace {

bool says(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

TEST_CASE("the text says what was asked") {
  PlanQuestion q = test::growing(test::kDense, test::device("a", 400'000), 2, 64, 16);
  q.most_devices = 4;
  q.apart = true;
  q.demand.samples = 3;
  q.demand.shared_prefix = Tokens{8};
  q.token = Seconds{1};
  q.first_token = Seconds{2};
  const std::string text = text_of(test::sheet_of(q), Units::binary, {false, 100});
  CHECK(test::lines_of(text)[1] ==
        "2 users of 80 tokens, each from a prompt of 64, computed by devices of their own, 3 answers of each,");
  CHECK(test::lines_of(text)[2] ==
        "the first 8 the same for all; a token within 1.000 s; the first within 2.000 s");
  CHECK(says(text, "\non a\n"));
  CHECK_FALSE(says(text, "  On  "));  // one device stands above the table
  CHECK(says(text, "First: from a prompt of 64 tokens"));
}

TEST_CASE("percentiles are told as they were given") {
  PlanQuestion q = test::question(test::kDense, test::device("a", 400'000));
  q.demand.contexts = {{Tokens{10}, 500, 1000}, {Tokens{2000}, 999, 1000}, {Tokens{3000}, 1000, 1000}};
  CHECK(says(text_of(test::sheet_of(q), Units::binary, {false, 100}),
             "4 users of p50 10, p99.9 2,000, p100 3,000 tokens\n"));
}

TEST_CASE("a narrow terminal does without a device's bytes; no line is wider") {
  PlanQuestion q = test::question(test::kMixture, test::device("a-device-with-a-long-name", 400'000));
  q.devices.push_back(test::device("b", 300'000));
  const PlanSheet sheet = test::sheet_of(q);
  CHECK(says(text_of(sheet, Units::binary, {false, 100}), "Device holds"));
  const std::string narrow = text_of(sheet, Units::binary, {false, 80});
  CHECK_FALSE(says(narrow, "Device holds"));
  for (const std::string& line : test::lines_of(narrow)) {
    CAPTURE(line);
    CHECK(display_width(line) <= 80);
  }
}

TEST_CASE("a person reads the twenty smallest, of several fronts as many of each") {
  PlanQuestion q = test::question(test::kMixture, test::device("a", 400'000));
  q.devices.push_back(test::device("b", 4'000'000));
  q.devices.back().bandwidth = ByteRate{10'000'000};
  q.devices.push_back(test::device("c", 8'000'000));
  q.devices.back().bandwidth = ByteRate{1'000'000};
  q.most_devices = 16;
  q.each_device = true;
  const PlanSheet sheet = test::sheet_of(q);
  REQUIRE(sheet.plan.front.size() > 20);
  const std::string text = text_of(sheet, Units::binary, {false, 100});
  // three fronts: six of each
  CHECK(says(text,
             fmt::format("\nand {} more with more devices (-o wide lists all)\n", sheet.plan.front.size() - 18)));
  CHECK(says(text, "on the same sort of device"));
  CHECK(table_of(sheet, Units::binary).rows.size() == sheet.plan.front.size());
  q.each_device = false;
  const PlanSheet one = test::sheet_of(q);
  const std::string counted = text_of(one, Units::binary, {false, 100});
  CHECK(says(counted, "\nDevices are counted, whatever they cost: "));
  CHECK_FALSE(says(text, "Devices are counted"));
  const std::size_t more = one.plan.front.size() > 20 ? one.plan.front.size() - 20 : 0;
  CHECK(says(counted, fmt::format("\nand {} more with", more)) == (more > 0));
}

TEST_CASE("formats each have their smallest shown, and that they are not compared is said") {
  PlanQuestion q = test::question(test::kMixture, test::device("a", 400'000));
  q.formats.push_back(test::formats(test::kMixture, "fp8"));
  q.most_devices = 16;
  const std::string text = text_of(test::sheet_of(q), Units::binary, {false, 400});
  CHECK(says(text, "  bf16     bf16  "));
  CHECK(says(text, "  fp8      bf16  "));
  CHECK(says(text, " no fewer users, in the same formats, and is better"));
  CHECK(says(text,
             "\nFormats are not compared: what a narrower one costs in quality is not counted, so that none "));
}

TEST_CASE("one candidate is one; reached times are no bounds") {
  PlanQuestion q = test::question(test::kDense, test::device("a", 800'000));
  q.placement = Placement{2, 1, 1, 1, 1};
  const std::string one = text_of(test::sheet_of(q), Units::binary, {false, 200});
  CHECK(
      says(one, "\n1 candidate was weighed; 1 does what is asked. None of those betters this one: has no more "));
  CHECK(says(one,
             "\ntimes are lower bounds\n- launches of kernels, latency of links and scheduling are left out\n"));
  q.achieved = true;
  q.devices.front().usual = {"such parts", 500, 500, "a table"};
  const std::string reached = text_of(test::sheet_of(q), Units::binary, {false, 200});
  CHECK(says(reached, "\ntimes at what such devices reach\n- launches of kernels"));
  CHECK(says(reached, "\n- a: 0.500 of its bandwidth, as such parts usually reach\n"));
}

TEST_CASE("without an answer the reasons stand alone") {
  PlanQuestion q = test::question(test::kDense, test::device("a", 1000));
  q.most_devices = 3;
  const PlanSheet sheet = test::sheet_of(q);
  const std::string text = text_of(sheet, Units::binary, {false, 100});
  CHECK(says(text, "\nNo deployment does this: 6 candidates were weighed.\n"));
  CHECK(says(text, "\ncandidates that do not do\n- 6: too little memory; nearest is "));
  CHECK(says(text,
             "\nplacements that do not divide the model\n- 1: num_key_value_heads 2 does not divide over tp 3"));
  CHECK_FALSE(says(text, "lower bounds"));
  const Table table = table_of(sheet, Units::binary);
  CHECK(table.rows.empty());
  REQUIRE(table.notes.size() == 2);
  CHECK(table.notes[1].starts_with("6: too little memory"));
}

}  // namespace

}  // namespace kvtally::plan_text_test
