#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/transcript.hpp"
#include "core/text.hpp"
#include "support/folder.hpp"
#include "support/golden.hpp"

namespace kvtally::models_test {

namespace {

TEST_CASE("the models, one a line, within 100 columns") {
  const std::string text = test::output_of({"models"});
  const auto lines = test::lines_of(text);
  CHECK(lines[0].starts_with("ID  "));
  CHECK(lines.size() == 68);
  for (const std::string& line : lines) {
    CHECK(display_width(line) <= 100);
  }
  for (const std::string format : {"wide", "markdown", "latex", "csv"}) {
    CHECK(test::output_of({"models", "-o", format}).find("deepseek-v4-flash") != std::string::npos);
  }
  CHECK(test::output_of({"models"}) == text);
}

TEST_CASE("a folder's models stand among the others") {
  const test::Folder folder;
  folder.write("00-mine.yaml", "name: Mine\nnum_hidden_layers: 1\nlayer_types: moe\n");
  const auto models =
      nlohmann::json::parse(test::output_of({"models", "-o", "json", "--zoo", folder.path("")}))["models"];
  CHECK(models[0]["id"] == "00-mine");
  CHECK(models[0]["file"] == folder.path("00-mine.yaml"));
  CHECK(models[1]["id"] == "bamba-9b");
}

TEST_CASE("the facts of one model") {
  CHECK(test::output_of({"models", "show", "rwkv-7"}) ==
        test::source_text("tests/golden/report/facts-rwkv-7.txt"));
  CHECK(test::output_of({"models", "show", "LLAMA-2-7b", "-o", "json"}) ==
        test::source_text("tests/golden/report/facts-llama-2-7b.json"));
}

TEST_CASE("words that models does not take") {
  test::check_golden("tests/golden/cli/wrong-models.txt", test::refusals({{"models", "llama-2-7b"},
                                                                          {"models", "shw", "llama-2-7b"},
                                                                          {"models", "frobnicate"},
                                                                          {"models", "show"},
                                                                          {"models", "show", "nobody"},
                                                                          {"models", "show", "deepseek-v4"},
                                                                          {"models", "show", "missing.yaml"},
                                                                          {"models", "show", "hy3", "-o", "csv"},
                                                                          {"models", "show", "hy3", "glm-5"}}));
}

}  // namespace

}  // namespace kvtally::models_test
