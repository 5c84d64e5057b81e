#include <doctest/doctest.h>

#include "core/text.hpp"
#include "report/sheets.hpp"
#include "support/golden.hpp"
#include "support/process.hpp"

namespace kvtally::sheet_text_test {

namespace {

std::vector<std::string> too_wide(const std::string& text, std::size_t width) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    REQUIRE(end != std::string::npos);
    if (display_width(text.substr(at, end - at)) > width) {
      out.push_back(text.substr(at, end - at));
    }
    at = end + 1;
  }
  return out;
}

TEST_CASE("the sheets of models with every kind of memory, at 128K") {
  for (const std::string id : {"deepseek-v3", "deepseek-v4-flash", "gemma-3-27b", "hunyuan-large", "jamba-v0.1",
                               "whisper-large-v3", "rwkv-7"}) {
    CAPTURE(id);
    const auto outcome = test::kvtally({"show", id, "-c", "128K"});
    CHECK(outcome.exit_code == 0);
    CHECK(outcome.err.empty());
    CHECK(is_utf8(outcome.out));
    CHECK(too_wide(outcome.out, 100).empty());
    test::check_golden("tests/golden/report/show-" + id + ".txt", outcome.out);
  }
}

TEST_CASE("no sheet of a known model has a line of more than 100 columns") {
  for (const std::string& id : test::zoo().ids()) {
    for (const std::int64_t context : {1, 131072, 16777216}) {
      CAPTURE(id);
      CAPTURE(context);
      CHECK(too_wide(text_of(test::sheet_of(id, context), Units::binary, {}), 100).empty());
    }
  }
}

TEST_CASE("what is nothing has no line, and a batch is named") {
  const std::string one = text_of(test::sheet_of("llama-2-7b", 4096), Units::binary, {});
  CHECK(one.find("4,096 tokens, 1 request, entries in bf16\n") != std::string::npos);
  for (const char* absent : {"index keys", "states", "waiting", "encoder memory", "draft layers", "notes"}) {
    CAPTURE(absent);
    CHECK(one.find(absent) == std::string::npos);
  }
  const std::string two = text_of(test::sheet_of("llama-2-7b", 4096, 2), Units::decimal, {});
  CHECK(two.find("4,096 tokens, 2 requests, entries in bf16\n") != std::string::npos);
  CHECK(two.find("keys, values, latents                 4,294,967,296 B  4.295 GB\n") != std::string::npos);
}

TEST_CASE("the slope stands in the column of the sizes") {
  const std::string text = text_of(test::sheet_of("deepseek-v4-pro", 131072), Units::binary, {});
  const std::string line = "each further token";
  const std::size_t at = text.find(line);
  REQUIRE(at != std::string::npos);
  CHECK(text.substr(at, text.find('\n', at) - at) == "each further token                            9,848 B");
}

TEST_CASE("a heading that is too long is wrapped") {
  const std::string text = text_of(test::sheet_of("ring-mini-linear-2.0", 131072), Units::binary, {});
  CHECK(text.starts_with(
      "Ring-mini-linear-2.0 (ring-mini-linear-2.0, Ant / inclusionAI, 2025-10, 16.4B parameters, 1.6B\n"
      "active)\n"
      "20 layers: [LTN x4, GQA] x4\n"));
}

// The remark behind the naive figure when it is `naive` bytes and ours 1000.
std::string ratio_words(std::int64_t naive) {
  Sheet sheet = test::sheet_of("llama-2-7b", 4096);
  sheet.figures.kept = {};
  sheet.figures.kept[Part::entries] = Bytes{1000};
  sheet.figures.naive.bytes = Bytes{naive};
  const std::string text = text_of(sheet, Units::binary, {});
  const std::size_t end = text.find(" times ours)");
  REQUIRE(end != std::string::npos);
  const std::size_t start = text.rfind('(', end) + 1;
  return text.substr(start, end - start);
}

TEST_CASE("how far off the naive formula is: three digits, and from 1000 on a whole number in groups") {
  CHECK(ratio_words(500) == "0.5");
  CHECK(ratio_words(1000) == "1");
  CHECK(ratio_words(4923) == "4.92");
  CHECK(ratio_words(999000) == "999");
  CHECK(ratio_words(1000000) == "1,000");
  CHECK(ratio_words(1234567000) == "1,234,567");
  CHECK(ratio_words(999700) == "1,000");
  CHECK(ratio_words(1999900) == "2,000");
}

TEST_CASE("only kinds are coloured") {
  const Sheet sheet = test::sheet_of("gemma-3-27b", 131072);
  const std::string plain = text_of(sheet, Units::binary, {false, 100});
  std::string coloured = text_of(sheet, Units::binary, {true, 100});
  CHECK(plain.find('\x1b') == std::string::npos);
  // 11 stretches of windows and 10 of full layers in the strip, and each kind once in the table
  for (const auto& [code, times] : {std::pair<std::string, int>{"\x1b[48;5;117;38;5;16m", 12},
                                    {"\x1b[48;5;214;38;5;16m", 11},
                                    {"\x1b[0m", 23}}) {
    int found = 0;
    for (std::size_t at = coloured.find(code); at != std::string::npos; at = coloured.find(code)) {
      coloured.erase(at, code.size());
      ++found;
    }
    CHECK(found == times);
  }
  CHECK(coloured == plain);
}

TEST_CASE("stored weights by part and format, or their total alone") {
  Sheet sheet = test::sheet_of("llama-2-7b", 4096);
  sheet.model.stored =
      StoredWeights{{{WeightPart::embedding, "BF16", 1, 131072000, Bytes{262144000}, StoredContent::parameters},
                     {WeightPart::feed_forward, "F32", 1224, 9, Bytes{1 << 20}, StoredContent::constants}},
                    "the headers of 3 safetensors files",
                    {}};
  const std::string text = text_of(sheet, Units::binary, {});
  const std::string expected =
      "\nweights                                 263,192,576 B  251 MiB\n"
      "  131,072,000 parameters; the headers of 3 safetensors files\n"
      "\n"
      "Weights       Format  Tensors   Stored\n"
      "embedding     BF16          1  250 MiB\n"
      "feed_forward  F32       1,224    1 MiB  constants\n";
  CHECK(text.substr(text.find("\nweights "), expected.size()) == expected);
  sheet.model.stored =
      StoredWeights{{}, "the total_size of i.json; formats and parts are not known", Bytes{1 << 30}};
  const std::string total = text_of(sheet, Units::binary, {});
  CHECK(total.substr(total.find("\nweights ")) ==
        "\nweights                               1,073,741,824 B  1 GiB\n"
        "  the total_size of i.json; formats and parts are not known\n");
}

}  // namespace

}  // namespace kvtally::sheet_text_test
