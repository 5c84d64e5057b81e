#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/transcript.hpp"
#include "support/folder.hpp"
#include "support/golden.hpp"

namespace kvtally::check_test {

namespace {

using Json = nlohmann::json;

constexpr const char* kFile = KVTALLY_SOURCE_DIR "/tests/data/checks/good.yaml";
constexpr const char* kOff = KVTALLY_SOURCE_DIR "/tests/data/checks/off.yaml";

// Without the folder that the project lies in.
std::string anywhere(std::string text) {
  const std::string root = KVTALLY_SOURCE_DIR "/";
  for (std::size_t at = text.find(root); at != std::string::npos; at = text.find(root)) {
    text.erase(at, root.size());
  }
  return text;
}

TEST_CASE("a file whose figures are as expected") {
  CHECK(test::kvtally({"check", kFile}).exit_code == 0);
  test::check_golden("tests/golden/cli/check.txt", anywhere(test::output_of({"check", kFile})));
}

TEST_CASE("figures that are off: exit code 1, in every format") {
  for (const std::string format : {"table", "wide", "markdown", "csv", "json", "junit", "github"}) {
    CAPTURE(format);
    const auto outcome = test::kvtally({"check", kOff, "-o", format});
    CHECK(outcome.exit_code == 1);
    CHECK(outcome.err == "");
    test::check_golden("tests/golden/cli/check-off." + format, anywhere(outcome.out));
  }
}

TEST_CASE("the mistakes that lead to figures that are off") {
  const auto outcome = test::kvtally({"check", KVTALLY_SOURCE_DIR "/tests/data/checks/theirs.yaml", "--diagnose"});
  CHECK(outcome.exit_code == 1);
  test::check_golden("tests/golden/cli/check-diagnosed.txt", outcome.out);
  test::check_golden("tests/golden/cli/check-published-diagnosed.txt",
                     test::output_of({"check", "published", "--diagnose"}));
}

TEST_CASE("several files are one run, and one that is broken spoils it") {
  const auto both = test::kvtally({"check", kFile, kOff, "-o", "json"});
  CHECK(both.exit_code == 1);
  const Json json = Json::parse(both.out);
  CHECK(json["schema"] == "kvtally.check/1");
  CHECK(json["results"].size() == json["passed"].get<int>() + json["failed"].get<int>());
  const auto broken = test::kvtally({"check", kFile, KVTALLY_SOURCE_DIR "/tests/data/checks/broken.yaml"});
  CHECK(broken.exit_code == 3);
  CHECK(broken.out == "");
}

TEST_CASE("a broken file: every problem with its place") {
  const auto broken = test::kvtally({"check", KVTALLY_SOURCE_DIR "/tests/data/checks/broken.yaml"});
  test::check_golden("tests/golden/cli/check-broken.txt", anywhere(broken.err));
}

TEST_CASE("a model beside the file, wherever the program is run") {
  const test::Folder folder;
  folder.write("tiny.yaml",
               "name: Tiny\nnum_hidden_layers: 2\nnum_attention_heads: 4\nnum_key_value_heads: 4\n"
               "head_dim: 8\nlayer_types: full_attention x2\n");
  folder.write("c.yaml",
               "checks:\n  - {id: a, what: {figure: show.kv_bytes, model: tiny.yaml, context: 10}, "
               "expected: 2560 bytes}\n");
  CHECK(test::output_of({"check", folder.path("c.yaml")}).find("1 passed, 0 failed") != std::string::npos);
}

TEST_CASE("what is recorded passes; a description that changes afterwards goes red") {
  const test::Folder folder;
  const auto tiny = [&](int heads) {
    folder.write("tiny.yaml", "name: Tiny\nnum_hidden_layers: 2\nnum_attention_heads: 4\nnum_key_value_heads: " +
                                  std::to_string(heads) + "\nhead_dim: 8\nlayer_types: full_attention x2\n");
  };
  tiny(4);
  folder.write("c.yaml",
               "# kept\nchecks:\n  - id: a\n    what: {figure: show.kv_bytes, model: tiny.yaml, context: 10}\n");
  CHECK(test::output_of({"check", "--record", folder.path("c.yaml"), "-O", folder.path("c.yaml")}) == "");
  std::ifstream in(folder.path("c.yaml"), std::ios::binary);
  CHECK(
      std::string(std::istreambuf_iterator<char>(in), {}) ==
      "# kept\nchecks:\n  - id: a\n    expected: 2560 bytes\n    what: {figure: show.kv_bytes, model: tiny.yaml, "
      "context: 10}\n");
  CHECK(test::kvtally({"check", folder.path("c.yaml")}).exit_code == 0);
  tiny(2);
  const auto red = test::kvtally({"check", folder.path("c.yaml")});
  CHECK(red.exit_code == 1);
  CHECK(red.out.find("1280 bytes less, 0.5 times what is expected") != std::string::npos);
}

TEST_CASE("a fresh file of models") {
  const std::string text = test::output_of({"check", "--record", "--models", "deepseek-v3,kimi-k2", "-c", "128K"});
  test::check_golden("tests/golden/cli/check-recorded.yaml", text);
  CHECK(test::output_of({"check", "-"}, text).find("8 checks: 8 passed, 0 failed") != std::string::npos);
}

TEST_CASE("the claims of the texts: one result for each, and the errata sheet") {
  const Json json = Json::parse(test::output_of({"check", "claims", "-o", "json"}));
  CHECK(json["results"].size() == 126);
  CHECK(json["failed"] == 0);
  CHECK(json["passed"].get<int>() + json["waiting"].get<int>() == 126);
  int errata = 0;
  for (const Json& result : json["results"]) {
    CAPTURE(result["id"].get<std::string>());
    CHECK(result["passed"].is_null() == result["verdict"].get<std::string>().starts_with("waits for"));
    if (result["verdict"] == "erratum") {
      ++errata;
      CHECK(result["printed"].get<std::string>() != "");
      CHECK(result["actual"].get<std::string>() != "");
      CHECK(result["note"].get<std::string>() != "");
    }
  }
  CHECK(errata == 30);
  test::check_golden("tests/golden/cli/check-claims.txt", test::output_of({"check", "claims"}));
  test::check_golden("tests/golden/cli/check-claims.markdown",
                     test::output_of({"check", "claims", "-o", "markdown"}));
}

TEST_CASE("what papers, documents and blogs publish") {
  test::check_golden("tests/golden/cli/check-published.txt", test::output_of({"check", "published"}));
}

TEST_CASE("command lines that are wrong") {
  test::check_golden("tests/golden/cli/wrong-checks.txt",
                     test::refusals({{"check"},
                                     {"check", "clams"},
                                     {"check", "none.yaml"},
                                     {"check", "claims", "-o", "yaml"},
                                     {"check", "claims", "-o", "junti"},
                                     {"check", "claims", "-c", "4K"},
                                     {"check", "--record"},
                                     {"check", "--record", "a.yaml", "b.yaml"},
                                     {"check", "--record", "claims"},
                                     {"check", "--record", "--models", "kimi-k2"},
                                     {"check", "--record", "--models", ",", "-c", "4K"},
                                     {"check", "--record", "--models", "kimi-k9", "-c", "4K"},
                                     {"check", "--record", "--models", "kimi-k2", "-c", "4KB"},
                                     {"check", "--record", "a.yaml", "--models", "kimi-k2", "-c", "4K"},
                                     {"check", "--record", "a.yaml", "-o", "json"},
                                     {"check", "--record", "a.yaml", "--diagnose"}}));
}

TEST_CASE("the help") {
  test::check_golden("tests/golden/cli/help-check.txt", test::output_of({"check", "--help"}));
}

}  // namespace

}  // namespace kvtally::check_test
