#include <doctest/doctest.h>

#include "cli/transcript.hpp"
#include "support/folder.hpp"

namespace kvtally::check_sources_test {

namespace {

// What a file of one check says when its figure is refused; the file lies in a folder of its own.
std::string said(const std::string& model, const std::string& context = "4K") {
  const test::Folder folder;
  folder.write("broken.json", "{\"model_type\": \"lama\"}");
  folder.write("c.yaml", "checks:\n  - id: a\n    what: {figure: show.kv_bytes, model: " + model +
                             ", context: " + context + "}\n    expected: 1 B\n");
  const auto outcome = test::kvtally({"check", folder.path("c.yaml")});
  return std::to_string(outcome.exit_code) + outcome.err;
}

TEST_CASE("a model is an id, an alias or a path beside the file") {
  CHECK(said("llama-2-7b").starts_with("1"));
  CHECK(said("meta-llama/Llama-2-7b-hf").starts_with("1"));
  const std::string unknown = said("lama-2-7b");
  CHECK(unknown.starts_with("3"));
  CHECK(unknown.find("c.yaml:3:42: unknown model 'lama-2-7b'; expected an id or alias") != std::string::npos);
  CHECK(unknown.find("did you mean 'llama-2-7b'?") != std::string::npos);
  CHECK(said("none.json").find("c.yaml:3:42: it cannot be opened") != std::string::npos);
  CHECK(said("broken.json").find("lama") != std::string::npos);
  CHECK(said("\"-\"").find("unknown model '-'") != std::string::npos);
}

TEST_CASE("figures of the lecture's table and of devices are there") {
  const std::string text =
      "checks:\n  - {id: a, what: {figure: table.count}, expected: 44 rows}\n"
      "  - {id: b, what: {figure: roofline.ridge_flop_per_byte, on: h100-sxm}, expected: 295.3 FLOP/byte, equal: "
      "as "
      "printed}\n";
  CHECK(test::output_of({"check", "-"}, text).find("2 passed, 0 failed") != std::string::npos);
}

}  // namespace

}  // namespace kvtally::check_sources_test
