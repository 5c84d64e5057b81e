#include "report/corpus.hpp"

#include <doctest/doctest.h>

#include "report/corpora.hpp"

namespace kvtally::corpus_test {

namespace {

TEST_CASE("a folder in a terminal: by model type, problems below their files") {
  CHECK(write_text(table_of(test::small_corpus(), Units::binary), {false, 100}) ==
        "models: 131,072 tokens, 1 request, entries in bf16\n"
        "\n"
        "Model type   File                    Status   Layers           KV  Index keys  States  Encoder/token\n"
        "(none)       a.json                  refused\n"
        "         a.json: it cannot be opened: Permission denied\n"
        "         odd; expected even\n"
        "deepseek_v4  deepseek-v4-flash.json  ok           43  697.375 MiB     168 MiB       -              -\n"
        "deepseek_v4  z.json                  refused\n"
        "         z.json:3:5: no; expected yes; did you mean 'yess'?\n"
        "llama        llama-2-7b.json         ok           32       64 GiB           -       -              -\n"
        "\n"
        "4 models of 3 model types: 2 read, 2 refused.\n"
        "2 skipped: an index (1), no model (1).\n");
}

TEST_CASE("a folder as CSV, in bytes") {
  CHECK(
      write_csv(table_of(test::small_corpus(), Units::decimal)) ==
      "model_type,file,status,layers,kv_bytes,indexer_bytes,state_bytes,cross_bytes_per_encoder_token,layer_list,"
      "problems,assumptions\n"
      "(none),a.json,refused,,,,,,,a.json: it cannot be opened: Permission denied | odd; expected even,\n"
      "deepseek_v4,deepseek-v4-flash.json,ok,43,731250688,176160768,0,0,"
      "\"SWA x2, [CSA, HCA] x20, CSA\",,\n"
      "deepseek_v4,z.json,refused,,,,,,,z.json:3:5: no; expected yes; did you mean 'yess'?,\n"
      "llama,llama-2-7b.json,ok,32,68719476736,0,0,0,MHA x32,,\n");
}

TEST_CASE("an encoder's memory is said for each of its tokens, for all requests") {
  Corpus corpus{"d", Tokens{448}, 3, "bf16", {}, {}};
  corpus.files = {test::read_file_of("whisper-large-v3", "whisper", 448, 3)};
  const Table table = table_of(corpus, Units::binary);
  CHECK(table.title == "d: 448 tokens, 3 requests, entries in bf16");
  REQUIRE(table.columns[7].key == "cross_bytes_per_encoder_token");
  CHECK(table.rows[0][7].raw == "491520");  // 3 x 32 x (20 x 64 + 20 x 64) x 2
  CHECK(table.notes == std::vector<std::string>{"1 model of 1 model type: 1 read, 0 refused."});
}

TEST_CASE("names from outside steer no terminal") {
  Corpus corpus{"d\x1b[2J", Tokens{1}, 1, "bf16", {}, {}};
  corpus.files = {test::refused_file("a\n\x1b[31m.json", "\x1b[2J", {{"a", {}, "\x1b", "", "", ""}})};
  for (const std::string& text : {write_text(table_of(corpus, Units::binary), {false, 100}),
                                  write_wide(table_of(corpus, Units::binary), {false, 100})}) {
    CHECK(text.find('\x1b') == std::string::npos);
    CHECK(text.find("a  [31m.json") != std::string::npos);
  }
  CHECK(visible("").empty());
}

TEST_CASE("an empty folder has no models, and is no fault") {
  const Corpus corpus{"d", Tokens{1}, 1, "bf16", {}, {}};
  const Table table = table_of(corpus, Units::binary);
  CHECK(table.rows.empty());
  CHECK(table.notes == std::vector<std::string>{"0 models of 0 model types: 0 read, 0 refused."});
  CHECK(types_of(corpus).empty());
}

TEST_CASE("files by model type") {
  const auto types = types_of(test::small_corpus());
  REQUIRE(types.size() == 3);
  CHECK(types[0].model_type.empty());
  CHECK(types[1].model_type == "deepseek_v4");
  CHECK(types[1].files == 2);
  CHECK(types[1].read == 1);
  CHECK(type_in_words("") == "(none)");
  CHECK(type_in_words("llama") == "llama");
}

}  // namespace

}  // namespace kvtally::corpus_test
