#include <doctest/doctest.h>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/transcript.hpp"
#include "support/folder.hpp"
#include "support/golden.hpp"

namespace kvtally::verify_test {

namespace {

const std::string kVectors = std::string(KVTALLY_SOURCE_DIR) + "/tests/golden/vectors";

TEST_CASE("a part, through the program") {
  const auto document = nlohmann::json::parse(test::output_of({"verify", "paged", "mla.scoring", "-o", "json"}));
  CHECK(document["failed"] == 0);
  CHECK(document["passed"] == document["checks"].size());
  for (const auto& check : document["checks"]) {
    const bool chosen = check["kind"] == "paged" || std::string(check["name"]).starts_with("mla.scoring/");
    CHECK_MESSAGE(chosen, check["name"]);
  }
  CHECK(test::output_of({"verify", "geometry"}).find("5 checks: 5 passed, 0 failed\n") != std::string::npos);
}

TEST_CASE("what is proved is listed") {
  CHECK(test::output_of({"verify", "--list"}) == test::source_text("tests/golden/report/proofs.txt"));
  CHECK(test::output_of({"verify", "--list", "mla"}).find("paged.fork") == std::string::npos);
}

TEST_CASE("the golden vectors of a folder") {
  const auto document = nlohmann::json::parse(test::output_of({"verify", "--vectors", kVectors, "-o", "json"}));
  CHECK(document["failed"] == 0);
  CHECK(document["passed"] > 1000);
}

TEST_CASE("a vector that is off, or cannot be run, fails") {
  const test::Folder folder;
  std::string text = test::source_text("tests/golden/vectors/softmax_fn_mqa.json");
  const std::string outputs = "\"attn_output\":{\"shape\":[2,9,4,8],\"data\":[";
  const std::size_t at = text.find(outputs);
  REQUIRE(at != std::string::npos);
  text.insert(at + outputs.size(), "7");  // 0.1 becomes 70.1, -0.1 no number
  folder.write("off.json", text);
  folder.write("unknown.json", R"({"name": "n", "kind": "telepathy"})");
  folder.write("notes.txt", "no vector");
  const auto outcome = test::kvtally({"verify", "--vectors", folder.path("")});
  CHECK(outcome.exit_code == 1);
  CHECK(outcome.out.find("FAILED") != std::string::npos);
  CHECK(outcome.out.find("FAILED vectors.unknown/can be run") != std::string::npos);
  CHECK(outcome.err.find("no runner knows vectors of the kind 'telepathy'") != std::string::npos);
}

TEST_CASE("bad usage") {
  const test::Folder empty;
  const auto err = [](const test::Words& words) {
    const auto outcome = test::kvtally(words);
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.out.empty());
    return outcome.err;
  };
  CHECK(err({"verify", "pagd"}) ==
        "kvtally: there is no proof and no kind of proof 'pagd' (verify --list)\n"
        "  did you mean 'paged'?\nTry 'kvtally verify --help'.\n");
  CHECK(err({"verify", "--vectors", empty.path("")}).find("holds no .json file") != std::string::npos);
  CHECK(err({"verify", "mla", "--vectors", kVectors}) ==
        "kvtally: --vectors takes no KIND beside it\nTry 'kvtally verify --help'.\n");
  CHECK(err({"verify", "--list", "--vectors", kVectors}) ==
        "kvtally: --vectors takes no --list beside it\nTry 'kvtally verify --help'.\n");
  CHECK(test::kvtally({"verify", "--vectors", empty.path("none")}).exit_code == 3);
}

}  // namespace

}  // namespace kvtally::verify_test
