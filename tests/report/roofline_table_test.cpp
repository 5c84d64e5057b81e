#include <doctest/doctest.h>

#include "report/rooflines.hpp"
#include "support/golden.hpp"
#include "support/lines.hpp"

namespace kvtally::roofline_table_test {

namespace {

TEST_CASE("one row a part, of decode and of prefill") {
  RooflineQuestion asked = test::question(1000);
  asked.prefill = Prefill{Tokens{0}, Tokens{1000}, 0, 1, false, {}};
  const std::vector<Roofline> both{test::roofline("llama-2-7b", asked), test::roofline("deepseek-v3.2", asked)};
  test::check_golden("tests/golden/report/roofline.csv", write_csv(table_of(both, Units::binary)));
  test::check_golden("tests/golden/report/roofline.md", write_markdown(table_of(both, Units::binary)));
}

TEST_CASE("with a sweep one row a batch") {
  RooflineQuestion asked = test::question(1000);
  asked.batches = {1, 8};
  const std::string csv = write_csv(table_of({test::roofline("llama-2-7b", asked)}, Units::binary));
  const std::vector<std::string> lines = test::lines_of(csv);
  REQUIRE(lines.size() == 3);
  CHECK(lines[0] ==
        "model,requests,weight_bytes,cache_bytes,written_bytes,flop,seconds,overlapped_seconds,tokens_per_second,"
        "bound");
  CHECK(lines[1].starts_with("llama-2-7b,1,13214695424,524288000,524288,"));
  CHECK(lines[2].starts_with("llama-2-7b,8,13214752768,4194304000,4194304,"));
}

}  // namespace

}  // namespace kvtally::roofline_table_test
