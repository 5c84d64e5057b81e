#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/transcript.hpp"
#include "core/text.hpp"
#include "support/folder.hpp"
#include "support/golden.hpp"

namespace kvtally::table_test {

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
  for (const Words& words : {Words{"table"},
                             {"table", "--highlight"},
                             {"table", "-c", "1000G"},
                             {"table", "--si"},
                             {"table", "--sort", "kv"},
                             {"table", "-c", "1M", "--kv-dtype", "fp8"}}) {
    const std::string text = test::output_of(words);
    for (const std::string& line : test::lines_of(text)) {
      CHECK_MESSAGE(display_width(line) <= 100, line);
    }
  }
}

TEST_CASE("rows and their order") {
  const auto all = ids_of({});
  CHECK(all.size() == 44);
  CHECK(ids_of({"--highlight"}).size() == 22);
  CHECK(ids_of({"--sort", "report"}) == all);
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

TEST_CASE("a format of one layer type changes the models that have it, and is refused when none has") {
  const Json rows =
      Json::parse(test::output_of({"table", "--kv-dtype", "sliding_attention=fp8", "-o", "json"}))["rows"];
  CHECK(rows[10]["id"] == "deepseek-v3");
  CHECK(rows[10]["kv_bytes"] == 9210691584);
  CHECK(rows[12]["id"] == "gemma-3-27b");
  CHECK(rows[12]["kv_bytes"] == 11173625856 - 52 * 1024 * 16 * 128 * 2);
  test::check_golden("tests/golden/cli/wrong-table-formats.txt",
                     test::refusals({{"table", "--kv-dtype", "foo=fp8"},
                                     {"table", "--kv-dtype", "sliding_attention=fp8,foo=fp8"},
                                     {"table", "--kv-dtype", "foo=fp8,bar=fp8"}}));
}

TEST_CASE("what a row cannot hold is bad usage, in show and in a table") {
  const std::string what =
      "kvtally: llama-2-7b: mha layers: int4@60+bf16 stores blocks of 60 elements, and the key row has 128\n";
  const test::Folder folder;
  folder.write("mine.yaml", "title: Mine\ncontext: 4K\nrows:\n- model: llama-2-7b\n");
  const auto show = test::kvtally({"show", "llama-2-7b", "--kv-dtype", "int4@60+bf16"});
  const auto table = test::kvtally({"table", folder.path("mine.yaml"), "--kv-dtype", "int4@60+bf16"});
  CHECK(show.exit_code == 2);
  CHECK(show.err == what + "Try 'kvtally show --help'.\n");
  CHECK(table.exit_code == 2);
  CHECK(table.err == what + "Try 'kvtally table --help'.\n");
}

TEST_CASE("a report's own faults are bad input, with the place of the row") {
  const test::Folder folder;
  const std::string path = folder.path("mine.yaml");
  const auto refused = [&](const std::string& row) {
    folder.write("mine.yaml", "title: Mine\ncontext: 4K\nrows:\n- " + row + "\n");
    const auto outcome = test::kvtally({"table", path});
    CHECK(outcome.exit_code == 3);
    CHECK(outcome.out.empty());
    return outcome.err;
  };
  CHECK(refused("model: lama-2-7b") ==
        path +
            ":4:3: unknown model 'lama-2-7b'; expected an id or alias (kvtally models lists them) or a path\n"
            "  did you mean 'llama-2-7b'?\n");
  CHECK(refused("model: qwen3") ==
        path + ":4:3: 'qwen3' stands for several models; expected one of qwen3-235b-a22b, qwen3-8b\n");
  CHECK(refused("model: missing.yaml") == "missing.yaml: it cannot be opened: No such file or directory\n");
  CHECK(refused("{model: llama-2-7b, printed: {kv: 1 GiB}}") ==
        path +
            ":4:3: llama-2-7b: KV '1 GiB' is printed, '2.0 GiB' is computed; expected a reason under "
            "'differs'\n");
}

TEST_CASE("the footer says what the figures are") {
  const auto footer = [](Words words) {
    words.insert(words.begin(), {"table", "-o", "json"});
    return Json::parse(test::output_of(words))["footer"][0].get<std::string>();
  };
  CHECK(footer({"-c", "1M", "--kv-dtype", "fp8"}) ==
        "KV: keys, values, latents and pooled entries of one request of 1,048,576 tokens, in fp8, from each "
        "model's shape; windows and chunks hold at most their size; recurrent states, index keys and what "
        "waits to be pooled are not counted.");
  CHECK(footer({"--kv-dtype", "fp8"}).find("of 131,072 tokens, in fp8, from") != std::string::npos);
  CHECK(footer({"-c", "1M"}).find("of 1,048,576 tokens, in bf16, from") != std::string::npos);
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
        "model's shape; windows and chunks hold at most their size; recurrent states, index keys and what\n"
        "waits to be pooled are not counted.\n");
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

}  // namespace kvtally::table_test
