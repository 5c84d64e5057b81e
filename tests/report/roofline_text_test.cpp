#include <doctest/doctest.h>

#include "report/rooflines.hpp"
#include "support/golden.hpp"
#include "support/lines.hpp"

namespace kvtally::roofline_text_test {

namespace {

TEST_CASE("decode, prefill, sweep and drafts as text") {
  RooflineQuestion asked = test::question(32768, 4);
  asked.prefill = Prefill{Tokens{1024}, Tokens{4096}, 2048, 4, true, {}};
  asked.drafting = Drafting{1, 0.85};
  asked.batches = {1, 16, 256};
  const Roofline r = test::roofline("deepseek-v3.2", asked);
  test::check_golden("tests/golden/report/roofline.txt", text_of(r, Units::binary, {false, 100}));
  test::check_golden("tests/golden/report/roofline-si.txt",
                     text_of(test::roofline("rwkv-7", test::question(1000)), Units::decimal, {false, 80}));
}

TEST_CASE("it fits 80 columns") {
  for (const std::string id : {"deepseek-v3.2", "deepseek-v4-flash", "gpt-oss-120b", "qwen3-next-80b-a3b"}) {
    const std::string text = text_of(test::roofline(id, test::question(131072, 64)), Units::binary, {false, 80});
    for (const std::string& line : test::lines_of(text)) {
      CAPTURE(line);
      CHECK(line.size() <= 80);
    }
  }
}

}  // namespace

}  // namespace kvtally::roofline_text_test
