#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/transcript.hpp"
#include "support/folder.hpp"
#include "support/golden.hpp"

namespace kvtally::corpus_test {

namespace {

const std::string kFolder = "tests/data/corpus_folder";

// The output for the folder of tests/data, wherever the project lies.
std::string output_for_folder(test::Words options) {
  test::Words words{"corpus", KVTALLY_SOURCE_DIR "/" + kFolder};
  words.insert(words.end(), options.begin(), options.end());
  std::string out = test::output_of(words);
  const std::string root = KVTALLY_SOURCE_DIR "/";
  for (std::size_t at = out.find(root); at != std::string::npos; at = out.find(root)) {
    out.erase(at, root.size());
  }
  return out;
}

TEST_CASE("a folder with models, refused ones, a broken one and files that are none") {
  for (const std::string format : {"table", "wide", "markdown", "csv", "json"}) {
    CAPTURE(format);
    const std::string out = output_for_folder({"-o", format, "-c", "8192"});
    test::check_golden("tests/golden/cli/corpus." + format, out);
    CHECK(output_for_folder({"-o", format, "--context", "8192"}) == out);
  }
}

TEST_CASE("the census of a folder") {
  for (const std::string format : {"table", "markdown", "csv"}) {
    CAPTURE(format);
    test::check_golden("tests/golden/cli/corpus-census." + format, output_for_folder({"--census", "-o", format}));
  }
  CHECK(output_for_folder({"--census", "-o", "json"}) == output_for_folder({"-o", "json"}));
}

nlohmann::json file_of(const test::Words& options, const std::string& name) {
  test::Words words{"-o", "json"};
  words.insert(words.end(), options.begin(), options.end());
  const auto document = nlohmann::json::parse(output_for_folder(words));
  for (const auto& file : document["files"]) {
    if (file["file"] == name) {
      return file;
    }
  }
  FAIL("no file " << name);
  return {};
}

TEST_CASE("the options are the other commands'; what does not bear on a model is left out for it") {
  const std::int64_t bytes = 32 * 2 * 8 * 128 * 2LL * 131072;
  CHECK(file_of({}, "plain.json")["kv_bytes"] == bytes);
  CHECK(file_of({"-b", "3"}, "plain.json")["kv_bytes"] == 3 * bytes);
  CHECK(file_of({"--kv-dtype", "q8_0"}, "plain.json")["kv_bytes"] == bytes / 64 * 34);
  CHECK(file_of({"--kv-dtype", "bf16,sliding_attention=fp8"}, "plain.json")["kv_bytes"] == bytes);
  const std::int64_t entry = 2 * 16 * 256;
  CHECK(file_of({"--kv-dtype", "bf16,sliding_attention=fp8"}, "windows.json")["kv_bytes"] ==
        23 * entry * (2 * 131072LL + 4096));
  CHECK(file_of({"--encoder-tokens", "7"}, "plain.json")["kv_bytes"] == bytes);
  CHECK(file_of({"--mtp"}, "plain.json")["draft_bytes"] == 0);
  CHECK(file_of({"--mtp"}, "latent.json")["draft_bytes"] == 576 * 2 * 131072);
  CHECK(file_of({"--state-dtype", "bf16"}, "hybrid")["state_bytes"] < file_of({}, "hybrid")["state_bytes"]);
}

TEST_CASE("a format that one model cannot hold refuses that model alone") {
  const auto file = file_of({"--kv-dtype", "fp8_ds_mla"}, "plain.json");
  CHECK(file["status"] == "refused");
  CHECK(file["problems"].size() == 1);
  CHECK(file_of({"--kv-dtype", "fp8_ds_mla"}, "latent.json")["kv_bytes"] == 61 * 656LL * 131072);
}

TEST_CASE("folders that cannot be read, and other mistakes") {
  const test::Folder folder;
  CHECK(test::kvtally({"corpus", folder.path("missing")}).exit_code == 3);
  CHECK(test::kvtally({"corpus", folder.path("missing")}).err ==
        folder.path("missing") +
            ": it cannot be listed: No such file or directory; expected a folder of model files\n");
  CHECK(test::output_of({"corpus", folder.path("")}).ends_with("0 models of 0 model types: 0 read, 0 refused.\n"));
  test::check_golden("tests/golden/cli/wrong-corpora.txt",
                     test::refusals({{"corpus"},
                                     {"corpus", "missing"},
                                     {"corpus", "a", "b"},
                                     {"corpus", ".", "-c", "0"},
                                     {"corpus", ".", "-o", "yaml"},
                                     {"corpus", ".", "--zoo", "x"},
                                     {"corpus", "missing", "--kv-dtype", "qq"}}));
  const auto unknown = test::kvtally({"corpus", folder.path(""), "--kv-dtype", "fp8,conv=bf16"});
  CHECK(unknown.exit_code == 2);
  CHECK(unknown.err ==
        "kvtally: --kv-dtype: no model of the folder has 'conv' layers\nTry 'kvtally corpus --help'.\n");
}

TEST_CASE("broken files of every sort are refused one by one") {
  const test::Folder folder;
  const std::string broken[] = {"",
                                "{",
                                "[]",
                                "null",
                                "\"text\"",
                                "{}",
                                "{\"model_type\": 5}",
                                "{\"model_type\": []}",
                                "\xff\xfe",
                                std::string(3, '\0'),
                                "{\"a\": 1, \"a\": 2}",
                                "GGUF",
                                std::string(100, '['),
                                "{\"model_type\": \"llama\", \"num_hidden_layers\": -1}"};
  int count = 0;
  for (const std::string& text : broken) {
    folder.write(std::to_string(count) + ".json", text);
    folder.write(std::to_string(count++) + ".gguf", text);
  }
  const auto outcome = test::kvtally({"corpus", folder.path(""), "-o", "json"});
  CHECK(outcome.exit_code == 0);
  const auto document = nlohmann::json::parse(outcome.out);
  CHECK(document["totals"]["refused"] == 2 * count);
  for (const auto& file : document["files"]) {
    CAPTURE(file["file"].get<std::string>());
    CHECK_FALSE(file["problems"].empty());
  }
}

}  // namespace

}  // namespace kvtally::corpus_test
