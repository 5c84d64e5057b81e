#include "model/attention.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

namespace kvtally::attention_test {

namespace {

using Kind = Attention::Kind;
using Pair = Attention::Pair;

TEST_CASE("every kind in the spellings that people type") {
  struct Row {
    std::vector<std::string> words;  // the first is the one that is printed
    Attention attention;
  };
  const std::vector<Row> rows{
      {{"as-is", "AS-IS", "as_is", "as is", " as-is "}, {}},
      {{"mha", "MHA", " Mha "}, {Kind::mha, 0, 0, {}}},
      {{"mha:192+128", "MHA:192+128", "mha: 192 + 128"}, {Kind::mha, 0, 0, Pair{192, 128}}},
      {{"gqa-8", "GQA-8", "gqa_8", "GQA8", "gqa 8"}, {Kind::gqa, 8, 0, {}}},
      {{"gqa-16:192+128", "GQA16:192+128"}, {Kind::gqa, 16, 0, Pair{192, 128}}},
      {{"mqa", "MQA"}, {Kind::mqa, 0, 0, {}}},
      {{"mqa:64+32"}, {Kind::mqa, 0, 0, Pair{64, 32}}},
      {{"mla", "MLA"}, {Kind::mla, 0, 0, {}}},
      {{"mla:512+64"}, {Kind::mla, 0, 0, Pair{512, 64}}},
      {{"mla:512+0"}, {Kind::mla, 0, 0, Pair{512, 0}}},
      {{"swa-4096", "SWA-4K", "swa4Ki", "swa_4096"}, {Kind::swa, 4096, 0, {}}},
      {{"swa-4000", "swa-4k"}, {Kind::swa, 4000, 0, {}}},
      {{"swa-1024+4", "swa-1K+4", "SWA 1024 + 4"}, {Kind::swa, 1024, 4, {}}},
      {{"chunked-8192", "chunked-8K"}, {Kind::chunked, 8192, 0, {}}},
      {{"dsa-2048", "DSA-2K", "dsa2048"}, {Kind::dsa, 2048, 0, {}}},
      {{"dsa-2048:64x128", "DSA-2K:64x128"}, {Kind::dsa, 2048, 0, Pair{64, 128}}},
      {{"linear"}, {Kind::linear, 0, 0, {}}},
      {{"gdn", "GDN"}, {Kind::gdn, 0, 0, {}}},
      {{"kda", "KDA"}, {Kind::kda, 0, 0, {}}},
  };
  for (const Row& row : rows) {
    for (const std::string& word : row.words) {
      CAPTURE(word);
      const auto read = parse_attention(word);
      REQUIRE(read.has_value());
      CHECK(*read == row.attention);
      CHECK(name_of(*read) == row.words.front());
    }
  }
}

TEST_CASE("words that are none") {
  const std::string all =
      "as-is, mha, gqa-N, mqa, mla, swa-W, chunked-C, dsa-K, linear, gdn or kda (mha:192+128 gives the widths)";
  const std::string unknown = "no kind of attention that a model can be given";
  struct Row {
    std::string word;
    std::string what;
    std::string expected;
    std::string suggestion;
  };
  const std::vector<Row> rows{
      {"", unknown, all, ""},
      {"mah", unknown, all, "mha"},
      {"gqq-8", unknown, all, "gqa-8"},
      {"chunk-8192", unknown, all, "chunked-8192"},
      {"flash", unknown, all, ""},
      {"8", unknown, all, ""},
      {":192+128", unknown, all, ""},
      {"gqa", "its number of key-value heads is missing", "a word such as gqa-8", ""},
      {"gqa-", "its number of key-value heads is missing", "a word such as gqa-8", ""},
      {"swa", "its window is missing", "a word such as swa-4096", ""},
      {"mha-8", "mha takes no number", "a word such as mha", ""},
      {"gqa-0", "its number of key-value heads is wrong", "a word such as gqa-8", ""},
      {"gqa-08", "its number of key-value heads is wrong", "a word such as gqa-8", ""},
      {"gqa-8K", "its number of key-value heads is wrong", "a word such as gqa-8", ""},
      {"gqa-2147483648", "its number of key-value heads is wrong", "a word such as gqa-8", ""},
      {"swa-0", "its window is wrong", "a word such as swa-4096", ""},
      {"swa-4096+", "its window is wrong", "a word such as swa-4096", ""},
      {"swa-4096+0", "its window is wrong", "a word such as swa-4096", ""},
      {"swa-1099511627776", "its window is wrong", "a word such as swa-4096", ""},
      {"dsa-2048.5", "its number of entries that are read is wrong", "a word such as dsa-2048", ""},
      {"chunked-8192+4", "its chunk is wrong", "a word such as chunked-8192", ""},
      {"swa-4096:192+128", "swa takes no widths", "a word such as swa-4096", ""},
      {"as-is:1+1", "as-is takes no widths", "a word such as as-is", ""},
      {"mha:", "what stands behind the colon is wrong", "widths of keys and values (mha:192+128)", ""},
      {"mha:192", "what stands behind the colon is wrong", "widths of keys and values (mha:192+128)", ""},
      {"mha:0+128", "what stands behind the colon is wrong", "widths of keys and values (mha:192+128)", ""},
      {"gqa-8:192x128", "what stands behind the colon is wrong", "widths of keys and values (gqa-8:192+128)", ""},
      {"mla:512", "what stands behind the colon is wrong", "rank and rotary width of the latent (mla:512+64)", ""},
      {"mla:0+64", "what stands behind the colon is wrong", "rank and rotary width of the latent (mla:512+64)",
       ""},
      {"dsa-2048:64+128", "what stands behind the colon is wrong",
       "heads and width of the indexer (dsa-2048:64x128)", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.word);
    const auto read = parse_attention(row.word);
    REQUIRE_FALSE(read.has_value());
    CHECK(read.error() ==
          Problem{"", {}, "--as: '" + row.word + "': " + row.what, row.expected, row.suggestion, ""});
  }
}

}  // namespace

}  // namespace kvtally::attention_test
