#include "core/text.hpp"
#include "report/explanations.hpp"
#include "support/golden.hpp"
#include "support/lines.hpp"
#include "support/process.hpp"

namespace kvtally::explain_text_test {

namespace {

TEST_CASE("the explanations of models with every kind of memory") {
  const std::vector<std::vector<std::string>> rows{
      {"deepseek-v3", "-c", "128K"}, {"mimo-v2-flash"}, {"deepseek-v4-flash"},
      {"qwen3-next-80b-a3b"},        {"hunyuan-large"}, {"whisper-large-v3"},
  };
  for (const std::vector<std::string>& row : rows) {
    CAPTURE(row.front());
    std::vector<std::string> words{"explain"};
    words.insert(words.end(), row.begin(), row.end());
    const auto outcome = test::kvtally(words);
    CHECK(outcome.exit_code == 0);
    CHECK(outcome.err.empty());
    CHECK(is_utf8(outcome.out));
    test::check_golden("tests/golden/report/explain-" + row.front() + ".txt", outcome.out);
  }
}

TEST_CASE("no explanation of a known model has a line wider than the look allows, or with spaces at its end") {
  for (const std::string& id : test::zoo().ids()) {
    for (const std::int64_t context : {1, 131072, 16777216}) {
      for (const std::size_t width : {100U, 80U}) {
        CAPTURE(id);
        CAPTURE(context);
        const std::string text = text_of(test::explanation_of(id, context), Units::binary, {false, width});
        for (const std::string& line : test::lines_of(text)) {
          if (display_width(line) > width && line.find("modelzoo/") == std::string::npos) {
            FAIL_CHECK(line);
          }
        }
        CHECK(text.find(" \n") == std::string::npos);
        CHECK(text.find("\n\n\n") == std::string::npos);
      }
    }
  }
}

TEST_CASE("one of a thing is not called many") {
  const std::string text = text_of(test::explanation_of("deepseek-v4-flash", 1), Units::binary, {});
  CHECK(text.find("min(1, 128) = 1 entry\n") != std::string::npos);
  CHECK(text.find("1 mod 4 = 1 position\n") != std::string::npos);
  CHECK(text.find(" = 1 entries") == std::string::npos);
}

TEST_CASE("requests are a factor where there are several") {
  const std::string one = text_of(test::explanation_of("llama-2-7b", 100), Units::binary, {});
  CHECK(one.find("layers × entry × stored\n") != std::string::npos);
  const std::string two = text_of(test::explanation_of("llama-2-7b", 100, 2), Units::decimal, {});
  CHECK(two.find("layers × requests × entry × stored\n") != std::string::npos);
  CHECK(two.find("32 × 2 × 16,384 × 100 = 104,857,600 bytes = 104.858 MB\n") != std::string::npos);
}

}  // namespace

}  // namespace kvtally::explain_text_test
