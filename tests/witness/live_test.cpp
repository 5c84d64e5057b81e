#include <doctest/doctest.h>
#include <filesystem>
#include <unistd.h>

#include "core/parse.hpp"
#include "core/text.hpp"
#include "read/gguf/gguf.hpp"
#include "support/folder.hpp"
#include "support/golden.hpp"
#include "support/installed.hpp"
#include "support/lines.hpp"
#include "support/process.hpp"
#include "witness/observations.hpp"
#include "witness/zoo_file.hpp"

using namespace kvtally;
using namespace kvtally::test;

namespace {

constexpr std::string_view kBuild = "llama.cpp 0.5.0-dev";

#ifdef KVTALLY_ASK_LLAMA
const std::string kAskLlama = KVTALLY_ASK_LLAMA;
const std::string kFolder = KVTALLY_WITNESS_FOLDER;
#else
const std::string kAskLlama;
const std::string kFolder;
#endif
const std::string kLibraries = kFolder + "/node_modules/@node-llama-cpp/linux-x64/bins/linux-x64";

/// Installs the npm package, once in a build folder. False: it cannot be, or this build does not ask.
bool install() {
  if (kAskLlama.empty()) {
    return false;
  }
  if (std::filesystem::exists(kLibraries)) {
    return true;
  }
  if (installed("npm").empty()) {
    return false;
  }
  const std::string apart = kFolder + "/" + std::to_string(getpid());  // another test may be installing it too
  std::filesystem::create_directories(apart);
  const std::filesystem::path ours = std::filesystem::path(KVTALLY_SOURCE_DIR) / "tests" / "witness";
  for (const char* name : {"package.json", "package-lock.json"}) {
    std::filesystem::copy_file(ours / name, std::filesystem::path(apart) / name);
  }
  run_program(installed("npm"), {"ci", "--prefix", apart, "--ignore-scripts", "--no-audit", "--no-fund",
                                 "--fetch-retries=0", "--fetch-timeout=30000"});
  std::error_code ignored;
  std::filesystem::rename(apart + "/node_modules", kFolder + "/node_modules", ignored);
  std::filesystem::remove_all(apart, ignored);
  return std::filesystem::exists(kLibraries);
}

/// A model's file as llama.cpp wants it, in a folder.
class Witness {
 public:
  Witness(const Model& model, bool drafts) : keys_(zoo_file(model, drafts)->file()) {
    folder_.write("trunk.gguf", zoo_file(model, false)->file());
    if (drafts) {
      folder_.write("keys.gguf", keys_);
    }
  }

  const std::string& keys() const { return keys_; }
  std::string file() const { return folder_.path("model.gguf"); }

  /// What llama.cpp says of the rows' settings.
  std::vector<Observation> ask(std::vector<Observation> rows, const std::vector<std::string>& options) const {
    std::string settings;
    for (const Observation& row : rows) {
      settings += row.flags + "\n";
    }
    std::vector<std::string> arguments{kLibraries, folder_.path("")};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Outcome outcome = run_program(kAskLlama, arguments, settings, {"GGML_NO_BACKTRACE=1"});
    const std::vector<std::string> lines = lines_of(outcome.out);
    REQUIRE_MESSAGE(lines.size() == rows.size() + 1, rows.front().model << ": " << outcome.exit_code << "\n"
                                                                        << outcome.err);
    CHECK(lines.front() == kBuild);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::size_t tab = lines[i + 1].find('\t');
      const auto bytes = parse_integer(std::string_view(lines[i + 1]).substr(0, tab));
      rows[i].bytes = bytes ? std::optional(Bytes{*bytes}) : std::nullopt;
      rows[i].lines = lines[i + 1].substr(tab + 1);
    }
    return rows;
  }

 private:
  Folder folder_;
  std::string keys_;
};

}  // namespace

TEST_CASE("the real llama.cpp, asked again, says what is recorded") {
  if (!install()) {
    MESSAGE("skipped: node-llama-cpp is not installed, and cannot be here");
    return;
  }
  std::vector<Observation> asked;
  for (const std::vector<Observation>& rows : by_model(recorded_observations())) {
    CAPTURE(rows.front().model);
    const Witness witness(observed_model(rows.front().model), rows.front().drafts());
    const std::vector<Observation> answers = witness.ask(rows, {});
    asked.insert(asked.end(), answers.begin(), answers.end());
    const auto read = read_gguf(witness.file());
    REQUIRE_MESSAGE(read.has_value(), read.error().front().what);
    CHECK(read->model.stored.has_value());
    const std::string& keys = witness.keys();
    const auto without_tensors = read_gguf("keys.gguf", bytes_of(keys), read->model.id);
    REQUIRE(without_tensors.has_value());
    CHECK(read->model.layers == without_tensors->model.layers);
    CHECK(read->model.order == without_tensors->model.order);
    CHECK(read->model.draft == without_tensors->model.draft);
  }
  check_golden(kObservations, table_of(asked));
}

// Buffers of these contexts are small enough to be really allocated; so are the models' files, which are mapped.
TEST_CASE("llama.cpp allocates as much as it says when it only adds up") {
  if (!install()) {
    MESSAGE("skipped: node-llama-cpp is not installed, and cannot be here");
    return;
  }
  std::vector<Observation> small;
  for (const Observation& row : recorded_observations()) {
    const bool few = row.model == "gemma-3-1b" || row.model == "gpt-oss-20b" || row.model == "qwen3.5-0.8b";
    if (few && row.bytes && *row.bytes <= Bytes{std::int64_t{1} << 28}) {
      small.push_back(row);
    }
  }
  for (const std::vector<Observation>& rows : by_model(small)) {
    const Witness witness(observed_model(rows.front().model), rows.front().drafts());
    const std::vector<Observation> answers = witness.ask(rows, {"allocate"});
    for (std::size_t i = 0; i < rows.size(); ++i) {
      CAPTURE(rows[i].model);
      CAPTURE(rows[i].flags);
      CHECK(answers[i].bytes == rows[i].bytes);
      CHECK(answers[i].lines == rows[i].lines);
    }
  }
}
