#include "cli/engine_names.hpp"
#include "support/folder.hpp"

namespace kvtally::engine_model_test {

namespace {

std::string said(const test::Words& more) {
  test::Words words{"engine", "all"};
  words.insert(words.end(), more.begin(), more.end());
  const test::Outcome outcome = test::kvtally(words);
  return std::to_string(outcome.exit_code) + ' ' + outcome.err.substr(0, outcome.err.find('\n'));
}

TEST_CASE("what is no model, or no attention of it") {
  CHECK(said({}) == "2 kvtally: engine all needs one MODEL");
  CHECK(said({"lama-2-7b"}).starts_with("2 kvtally: unknown model 'lama-2-7b'; expected an id or alias"));
  CHECK(said({"llama-2-7b", "llama-2-7b"}) == "2 kvtally: the word 'llama-2-7b' is one too many");
  CHECK(said({"llama-2-7b", "--as", "mqa,mha"}) == "2 kvtally: --as: an engine is of one attention");
  CHECK(said({"llama-2-7b", "--as", "mqb"}).starts_with("2 kvtally:"));
  CHECK(said({"llama-2-7b", "--encoder-tokens", "-1"}).starts_with("2 kvtally:"));
  const test::Folder folder;
  folder.write("config.json", "{\"model_type\": \"lama\"}");
  CHECK(said({folder.path("config.json")}).starts_with("3 "));
}

TEST_CASE("the same shape with another attention") {
  KVTALLY_NEEDS_ENGINE("vllm")
  const auto needed = [](const test::Words& more) {
    test::Words words{"engine", "vllm", "llama-2-7b", "-c", "4096", "-o", "csv"};
    words.insert(words.end(), more.begin(), more.end());
    const std::string csv = test::output_of(words);
    const std::size_t at = csv.find("\nneeded,what the model needs,");
    return csv.substr(at + 29, csv.find(',', at + 29) - at - 29);
  };
  CHECK(needed({}) == "2147483648");
  CHECK(needed({"--as", "mqa"}) == "67108864");  // one head of 32
}

}  // namespace

}  // namespace kvtally::engine_model_test
