#include "report/explain_time.hpp"

#include <doctest/doctest.h>

#include "report/calculator.hpp"
#include "report/explained_on.hpp"

namespace kvtally::explain_time_test {

namespace {

using test::device_question;
using test::explained_on;

// A line as a calculator has it. Powers and decimals are checked in the tests of their sections.
void check_line(const WorkedLine& line) {
  CAPTURE(line.name);
  CAPTURE(line.numbers);
  if (line.numbers.find_first_of("^.") != std::string::npos || line.name == "reserve, rounded up") {
    return;
  }
  const test::Display shown = test::Calculator::result(line.numbers);
  Formula value;
  value.numerator = shown.numerator;
  value.denominator = shown.denominator;
  CHECK(print_value(value) == line.value);
}

TEST_CASE("every line is what a calculator says") {
  for (const std::string id :
       {"llama-2-7b", "deepseek-v3.2", "gpt-oss-120b", "gemma-3-27b", "kimi-linear", "deepseek-v4-flash"}) {
    for (const Placement& placement : {Placement{}, Placement{2, 1, 1, 1, 1}, Placement{1, 1, 3, 2, 1}}) {
      CAPTURE(id);
      CAPTURE(print_placement(placement));
      const DeviceExplanation e = explained_on(id, device_question(placement));
      for (const WorkedSection& section : e.sections) {
        CAPTURE(section.title);
        for (const WorkedLine& line : section.lines) {
          check_line(line);
        }
      }
    }
  }
}

TEST_CASE("the step is the roofline's") {
  for (const Placement& placement : {Placement{}, Placement{8, 1, 1, 1, 1}, Placement{2, 1, 4, 2, 4}}) {
    CAPTURE(print_placement(placement));
    const DeviceExplanation e = explained_on("deepseek-v3", device_question(placement, 16));
    const Roofline r = test::laid("deepseek-v3", placement, 16);
    const WorkedSection& step = test::section_of(e, "one step");
    CHECK(step.lines.back().amount == doctest::Approx(r.decode.total.value * 1e6));
    double sum = 0;
    for (std::size_t i = 0; i + 1 < step.lines.size(); ++i) {
      sum += step.lines[i].amount;
    }
    CHECK(sum == doctest::Approx(step.lines.back().amount));
  }
}

TEST_CASE("the longer of two times is a part's") {
  const DeviceExplanation e = explained_on("llama-2-7b", device_question({}, 1000, 100));
  const WorkedSection& weights = test::section_of(e, "attention weights");
  CHECK(weights.sentence == "Arithmetic bounds it: computing takes longer.");
  CHECK(test::line_of(weights, "to compute").amount > test::line_of(weights, "to move").amount);
  CHECK(test::line_of(test::section_of(e, "one step"), "attention weights").amount ==
        doctest::Approx(test::line_of(weights, "to compute").amount));
  DeviceQuestion silent = device_question({});
  silent.device.peaks.clear();
  CHECK(test::section_of(explained_on("llama-2-7b", silent), "head").sentence ==
        "No peak is published: memory alone bounds it.");
  CHECK(test::section_of(e, "norms").sentence == "It multiplies nothing: memory bounds it.");
  CHECK(test::line_of(test::section_of(e, "rates"), "ridge point").value == "200");
}

TEST_CASE("a rate that is no whole number a microsecond is divided in the line") {
  CHECK(each_microsecond(3'350'000'000'000).numbers == "3,350,000");
  CHECK(each_microsecond(1'500'000).numbers == "1,500,000 ÷ 1,000,000");
  CHECK(worked("x", number(3) / each_microsecond(1'500'000), "us").numbers == "3 ÷ (1,500,000 ÷ 1,000,000)");
  CHECK(worked("x", number(3) / each_microsecond(1'500'000), "us").value == "2");
  CHECK(worked_time("x", "", Seconds{1.2345678e-3}).value == "1,234.568");
  CHECK(worked_time("x", "", Seconds{8e8}).value == "800,000,000,000,000");
  CHECK(worked_time("x", "", Seconds{7.2e18}).value == "7.2e+24");  // thousandths of it would leave 64 bits
}

TEST_CASE("facts of the device, and what is refused") {
  const DeviceExplanation e = explained_on("llama-2-7b", device_question({}));
  REQUIRE(e.facts.size() == 3);
  CHECK(e.facts[0].key == "bandwidth");
  CHECK(e.facts[0].value == "1 TB/s");
  CHECK(e.facts[0].where == "a page");
  CHECK(e.facts[2].value == "80,000,000,000 B");
  const Model model = test::model_of("llama-2-7b");
  CHECK_FALSE(explain_on(model, {}, device_question({3, 1, 1, 1, 1})));
  DeviceQuestion bare = device_question({});
  bare.device.bandwidth.reset();
  CHECK_FALSE(explain_on(model, {}, bare));
}

}  // namespace

}  // namespace kvtally::explain_time_test
