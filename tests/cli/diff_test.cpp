#include <doctest/doctest.h>

#include "cli/transcript.hpp"
#include "support/folder.hpp"
#include "support/golden.hpp"

namespace kvtally::diff_test {

namespace {

// A file of the folder with what a command prints as JSON.
void save(const test::Folder& folder, const std::string& name, test::Words words) {
  words.insert(words.end(), {"-o", "json"});
  folder.write(name, test::output_of(words));
}

std::string without(std::string text, const std::string& folder) {
  for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder)) {
    text.erase(at, folder.size());
  }
  return text;
}

TEST_CASE("two sheets, in every format: exit code 1 when they differ") {
  const test::Folder folder;
  save(folder, "old.json", {"show", "gemma-3-27b", "-c", "32K"});
  save(folder, "new.json", {"show", "gemma-3-27b", "-c", "32K", "--kv-dtype", "fp8"});
  for (const std::string format : {"table", "wide", "markdown", "latex", "csv", "json"}) {
    CAPTURE(format);
    const auto outcome = test::kvtally({"diff", folder.path("old.json"), folder.path("new.json"), "-o", format});
    CHECK(outcome.exit_code == 1);
    CHECK(outcome.err == "");
    test::check_golden("tests/golden/cli/diff." + format, without(outcome.out, folder.path("")));
  }
  const auto same = test::kvtally({"diff", folder.path("old.json"), folder.path("old.json")});
  CHECK(same.exit_code == 0);
  CHECK(same.out.find("no difference in ") != std::string::npos);
}

TEST_CASE("outputs of every command that writes JSON") {
  const test::Folder folder;
  for (const test::Words& words :
       {test::Words{"fit", "gemma-3-27b", "-c", "32K", "--on", "h100-sxm"},
        test::Words{"roofline", "gemma-3-27b", "-c", "32K", "--on", "h100-sxm"},
        test::Words{"curve", "gemma-3-27b"}, test::Words{"table"}, test::Words{"check", "claims"}}) {
    CAPTURE(words.front());
    save(folder, "a.json", words);
    CHECK(test::kvtally({"diff", folder.path("a.json"), folder.path("a.json")}).exit_code == 0);
  }
}

TEST_CASE("what cannot be compared") {
  const test::Folder folder;
  save(folder, "show.json", {"show", "gemma-3-27b"});
  save(folder, "curve.json", {"curve", "gemma-3-27b"});
  folder.write("broken.json", "{\"schema\": ");
  folder.write("other.json", "{}");
  const auto diff = [&](const std::string& a, const std::string& b) {
    const auto outcome = test::kvtally({"diff", folder.path(a), folder.path(b)});
    CHECK(outcome.out == "");
    return std::to_string(outcome.exit_code) + "\n" + without(outcome.err, folder.path(""));
  };
  CHECK(diff("show.json", "other.json") ==
        "3\nother.json: it is no output of kvtally; expected JSON with a schema kvtally.NAME/1\n");
  CHECK(
      diff("show.json", "curve.json")
          .find("curve.json:2:13: its schema is kvtally.curve/1; expected kvtally.show/1, as show.json has it") !=
      std::string::npos);
  CHECK(diff("broken.json", "none.json").find("none.json") != std::string::npos);
  CHECK(diff("broken.json", "none.json").find("broken.json:1:") != std::string::npos);
  test::check_golden(
      "tests/golden/cli/wrong-diffs.txt",
      test::refusals({{"diff"}, {"diff", "a.json"}, {"diff", "a", "b", "c"}, {"diff", "a", "b", "-o", "yaml"}}));
}

TEST_CASE("the help") {
  test::check_golden("tests/golden/cli/help-diff.txt", test::output_of({"diff", "--help"}));
}

}  // namespace

}  // namespace kvtally::diff_test
