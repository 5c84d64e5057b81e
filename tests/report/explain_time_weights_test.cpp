#include <doctest/doctest.h>

#include "report/explained_on.hpp"
#include "support/print.hpp"

namespace kvtally::explain_time_weights_test {

namespace {

using test::device_question;
using test::explained_on;
using test::line_of;
using test::section_of;

TEST_CASE("elements by bytes, in all layers") {
  const DeviceExplanation e = explained_on("llama-2-7b", device_question({}, 1));
  const WorkedLine& line = line_of(section_of(e, "attention weights"), "query projection");
  CHECK(line.numbers == "32 × 16,777,216 × 2");
  CHECK(line.value == "1,073,741,824");
  CHECK(line_of(section_of(e, "embedding rows"), "rows of the token embedding").value == "8,192");
}

TEST_CASE("scales stand beside the elements") {
  const DeviceExplanation e = explained_on("deepseek-v3", device_question({}, 1));
  CHECK(line_of(section_of(e, "attention weights"), "query down-projection").numbers ==
        "61 × (11,010,048 × 1 + 2,688)");
}

TEST_CASE("experts that a batch reads: a mean, with its numbers") {
  const WorkedSection experts = section_of(explained_on("deepseek-v3", device_question({}, 64)), "experts");
  const WorkedLine& mean = line_of(experts, "experts read, a mean");
  CHECK(mean.numbers == "256 × (1 − (1 − 8 ÷ 256)^64)");
  CHECK(mean.amount == doctest::Approx(222.4423).epsilon(1e-5));
  const WorkedSection one = section_of(explained_on("deepseek-v3", device_question({}, 1)), "experts");
  CHECK(line_of(one, "gate, up and down projections").numbers == "58 × 8 × (44,040,192 × 1 + 10,752)");
}

TEST_CASE("the lines of a part sum to its bytes") {
  for (const std::string id : {"deepseek-v3.2", "gpt-oss-120b", "gemma-3-27b", "kimi-linear", "rwkv-7"}) {
    for (const std::int64_t users : {1, 7, 512}) {
      CAPTURE(id);
      CAPTURE(users);
      const Placement placement{id == "deepseek-v3.2" ? 8 : 1, 1, 1, 1, 1};
      const Roofline r = test::laid(id, placement, users);
      const DeviceExplanation e = explained_on(id, device_question(placement, users));
      for (const PartTime& part : r.decode.parts) {
        if (!part.weights) {
          continue;
        }
        double sum = 0;
        for (const WorkedLine& line : section_of(e, part.name).lines) {
          sum += line.unit == "bytes" && line.name != "bytes in all" ? line.amount : 0;
        }
        CAPTURE(part.name);
        CHECK(sum == static_cast<double>(part.bytes.value));
      }
    }
  }
}

TEST_CASE("bytes that are given, and all that is stored") {
  DeviceQuestion question = device_question({}, 1);
  question.reading.active = Bytes{5'000'000'000};
  const DeviceExplanation given = explained_on("llama-2-7b", question);
  CHECK(line_of(section_of(given, "weights as given"), "as given").value == "5,000,000,000");
  question.reading = {true, {}};
  const DeviceExplanation whole = explained_on("gpt-oss-20b", question);
  CHECK(line_of(section_of(whole, "embedding rows"), "token embedding").value == "1,158,266,880");
}

}  // namespace

}  // namespace kvtally::explain_time_weights_test
