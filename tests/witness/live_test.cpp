#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>

#include "core/parse.hpp"
#include "core/text.hpp"
#include "read/gguf/gguf.hpp"
#include "read/zoo.hpp"
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

const std::string kFolder = KVTALLY_WITNESS_FOLDER;
const std::string kLibraries = kFolder + "/node_modules/@node-llama-cpp/linux-x64/bins/linux-x64";

/// Installs the npm package once a build folder. False: npm could not.
bool install() {
  if (std::filesystem::exists(kLibraries)) {
    return true;
  }
  std::filesystem::create_directories(kFolder);
  for (const std::string name : {"package.json", "package-lock.json"}) {
    std::filesystem::copy_file(std::string(KVTALLY_SOURCE_DIR) + "/tests/witness/" + name, kFolder + "/" + name,
                               std::filesystem::copy_options::overwrite_existing);
  }
  run_program(installed("npm"), {"ci", "--prefix", kFolder, "--ignore-scripts", "--no-audit", "--no-fund",
                                 "--fetch-retries=0", "--fetch-timeout=30000"});
  return std::filesystem::exists(kLibraries);
}

/// A model's file as llama.cpp wants it, in a folder.
class Witness {
 public:
  Witness(const Model& model, bool drafts) : keys_(*zoo_file(model, drafts)) {
    folder_.write("keys.gguf", keys_.file());
  }

  std::string file() const { return folder_.path("model.gguf"); }

  /// What llama.cpp says of the rows' settings.
  std::vector<Observation> ask(std::vector<Observation> rows, const std::vector<std::string>& options) const {
    std::string settings;
    for (const Observation& row : rows) {
      settings += row.flags + "\n";
    }
    std::vector<std::string> arguments{kLibraries, folder_.path("keys.gguf"), file()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Outcome outcome = run_program(KVTALLY_ASK_LLAMA, arguments, settings, {"GGML_NO_BACKTRACE=1"});
    const std::vector<std::string> lines = lines_of(outcome.out);
    REQUIRE_MESSAGE(lines.size() == rows.size() + 1,
                    rows.front().model << ": " << outcome.exit_code << "\n" << outcome.err);
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
  GgufWriter keys_;
};

}  // namespace

TEST_CASE("the real llama.cpp, asked again, says what is recorded") {
  KVTALLY_NEEDS("npm");
  if (!install()) {
    MESSAGE("skipped: node-llama-cpp is not installed, and npm cannot install it");
    return;
  }
  const Zoo zoo(embedded_files());
  std::vector<Observation> asked;
  for (const std::vector<Observation>& rows : by_model(recorded_observations())) {
    CAPTURE(rows.front().model);
    const auto described = zoo.named(rows.front().model);
    const Witness witness(described->model, rows.front().flags.contains("--mtp"));
    const std::vector<Observation> answers = witness.ask(rows, {});
    asked.insert(asked.end(), answers.begin(), answers.end());
    const auto read = read_gguf(witness.file());
    REQUIRE_MESSAGE(read.has_value(), read.error().front().what);
    CHECK(read->model.stored.has_value());
  }
  check_golden(kObservations, table_of(asked));
}

// Buffers of these contexts are small enough to be really allocated; so are the models' files, which are mapped.
TEST_CASE("llama.cpp allocates as much as it says when it only adds up") {
  KVTALLY_NEEDS("npm");
  if (!install()) {
    MESSAGE("skipped: node-llama-cpp is not installed, and npm cannot install it");
    return;
  }
  const Zoo zoo(embedded_files());
  std::vector<Observation> small;
  for (const Observation& row : recorded_observations()) {
    const bool few = row.model == "gemma-3-1b" || row.model == "gpt-oss-20b" || row.model == "qwen3.5-0.8b";
    if (few && row.bytes && *row.bytes <= Bytes{std::int64_t{1} << 28}) {
      small.push_back(row);
    }
  }
  for (const std::vector<Observation>& rows : by_model(small)) {
    const auto described = zoo.named(rows.front().model);
    const std::vector<Observation> answers = Witness(described->model, false).ask(rows, {"allocate"});
    for (std::size_t i = 0; i < rows.size(); ++i) {
      CAPTURE(rows[i].model);
      CAPTURE(rows[i].flags);
      CHECK(answers[i].bytes == rows[i].bytes);
      CHECK(answers[i].lines == rows[i].lines);
    }
  }
}
