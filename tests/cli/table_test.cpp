#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/transcript.hpp"
#include "core/text.hpp"
#include "support/folder.hpp"
#include "support/golden.hpp"

namespace kvtally {

namespace {

using Json = nlohmann::json;
using test::Words;

std::vector<std::string> ids_of(const Words& options) {
  Words words{"table", "-o", "json"};
  words.insert(words.end(), options.begin(), options.end());
  const Json document = Json::parse(test::output_of(words));
  std::vector<std::string> out;
  for (const Json& row : document["rows"]) {
    out.push_back(row["id"]);
  }
  return out;
}

TEST_CASE("the lecture's table in every format") {
  // The goldens are what the repository shows of the report.
  const std::pair<std::string, std::string> formats[] = {
      {"table", "txt"}, {"wide", "wide.txt"}, {"markdown", "md"}, {"csv", "csv"}, {"json", "json"}};
  for (const auto& [format, ending] : formats) {
    CAPTURE(format);
    const std::string text = test::output_of({"table", "-o", format});
    CHECK(is_utf8(text));
    CHECK(test::output_of({"table", "-o", format}) == text);
    test::check_golden("reports/attention-evolution." + ending, text);
  }
  CHECK(test::output_of({"table"}) == test::output_of({"table", "attention-evolution", "--all", "-o", "table"}));
  CHECK(test::output_of({"table", "-o", "md"}) == test::output_of({"table", "-o", "markdown"}));
}

TEST_CASE("no line of the table has more than 100 columns") {
  for (const Words& words :
       {Words{"table"}, {"table", "--highlight"}, {"table", "-c", "1000G"}, {"table", "--si"}}) {
    for (const std::string_view line : split(test::output_of(words), '\n')) {
      CHECK_MESSAGE(display_width(line) <= 100, line);
    }
  }
}

TEST_CASE("rows and their order") {
  const auto all = ids_of({});
  CHECK(all.size() == 44);
  CHECK(ids_of({"--highlight"}).size() == 22);
  CHECK(ids_of({"--sort", "time"}) == all);
  CHECK(ids_of({"--sort", "kv"}).front() == "rwkv-7");
  CHECK(ids_of({"--sort", "kv", "--reverse"}).front() == "gpt-3-175b");
  CHECK(ids_of({"--sort", "context", "--reverse"}).front() == "rwkv-7");
  CHECK(ids_of({"--sort", "vendor"}).front() == "jamba-v0.1");
}

TEST_CASE("another context and another format of entries") {
  const Json longer = Json::parse(test::output_of({"table", "-c", "256K", "-o", "json"}));
  CHECK(longer["context_tokens"] == 262144);
  CHECK(longer["rows"][10]["kv_bytes"] == 2 * 9210691584);
  CHECK(longer["rows"][10]["differs"].empty());
  const Json narrower = Json::parse(test::output_of({"table", "--kv-dtype", "fp8", "-o", "json"}));
  CHECK(narrower["rows"][10]["kv_bytes"] == 9210691584 / 2);
}

TEST_CASE("a report of one's own") {
  const test::Folder folder;
  folder.write("mine.yaml", "title: Mine\ncontext: 4K\nrows:\n- model: llama2:7b\n  remark: R.\n");
  CHECK(test::output_of({"table", folder.path("mine.yaml")}) ==
        "Mine\n"
        "\n"
        "Released  Model       Cycle  Layers  Context    KV@4K\n"
        "2023-07   Llama 2 7B  F          32       4K  2.0 GiB\n"
        "         MHA x32. R.\n"
        "\n"
        "F MHA (multi-head attention)\n"
        "\n"
        "KV: keys, values, latents and pooled entries of one request of 4,096 tokens, in bf16, from each\n"
        "model's shape; windows and chunks hold at most their size; recurrent states and index keys are not\n"
        "counted.\n");
}

TEST_CASE("what a table refuses") {
  test::check_golden("tests/golden/cli/wrong-tables.txt", test::refusals({{"table", "atention-evolution"},
                                                                          {"table", "claims"},
                                                                          {"table", "missing.yaml"},
                                                                          {"table", "--sort", "kvv"},
                                                                          {"table", "--sort", "size"},
                                                                          {"table", "--highlight", "--all"},
                                                                          {"table", "-c", "-5"}}));
}

}  // namespace

}  // namespace kvtally
