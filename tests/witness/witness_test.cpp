// llama.cpp itself as witness, as node-llama-cpp packs it: what its allocator says for files of the zoo's models,
// made of keys alone. Skipped where it is not installed: npm ci --prefix tests/witness.

#include <array>
#include <cmath>
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/llama_cpp/architectures.hpp"
#include "engine/llama_cpp/files.hpp"
#include "support/folder.hpp"
#include "support/installed.hpp"
#include "support/process.hpp"
#include "witness/keys_of.hpp"

namespace kvtally {

namespace {

using Json = nlohmann::json;

struct Setting {
  int context;
  int sequences;
  int ubatch;
  bool swa_full;

  std::string flags() const {
    return fmt::format("--engine-version v0.5.0 -c {} -np {} -b {} -ub {}{}", context, sequences, ubatch, ubatch,
                       swa_full ? " --swa-full" : "");
  }
};

constexpr std::array kSettings{Setting{4096, 1, 512, false}, Setting{16384, 4, 256, false},
                               Setting{1000, 3, 384, true}, Setting{40000, 2, 2048, false}};

// ggml's numbers of types.
struct Type {
  int number;
  std::string_view name;
  bool flash;
};
constexpr std::array kTypes{Type{0, "f32", false}, Type{1, "f16", false}, Type{8, "q8_0", true}};

std::string flags_of(const Setting& setting, const Type& type) {
  return fmt::format("{} -ctk {} -ctv {} -fa {}", setting.flags(), type.name, type.name,
                     type.flash ? "on" : "off");
}

// Without MTP layers: their tensors are not asked for when a file is loaded, and missed when a graph is made.
Model trunk_of(const std::string& id) {
  Model model = test::zoo_model(id);
  model.draft.clear();
  return model;
}

// The models of the zoo that llama.cpp holds, at most two of an architecture; KVTALLY_WITNESS names a single one.
std::map<std::string, std::string> witnessed() {
  std::map<std::string, std::string> out;
  std::map<std::string, int, std::less<>> seen;
  const char* single = std::getenv("KVTALLY_WITNESS");
  for (const std::string& id : Zoo(embedded_files()).ids()) {
    const Model model = trunk_of(id);
    const auto name = llama_cpp::architecture_for(model.model_type);
    if (single != nullptr && id != single) {
      continue;
    }
    if (name && test::llama_problems(model, "-c 4096").empty() && ++seen[std::string(*name)] <= 2) {
      out.emplace(id, *name);
    }
  }
  return out;
}

Json job_of(const std::string& id, const test::WitnessKeys& keys, const std::string& path) {
  Json settings = Json::array();
  for (const Setting& setting : kSettings) {
    for (const Type& type : kTypes) {
      settings.push_back({{"context", setting.context},
                          {"sequences", setting.sequences},
                          {"ubatch", setting.ubatch},
                          {"swa_full", setting.swa_full},
                          {"type", type.number},
                          {"flash", type.flash}});
    }
  }
  return {{"id", id}, {"keys", path}, {"classes", keys.classes}, {"settings", settings}};
}

// The lines about caches.
std::vector<std::string> cache_lines(const std::vector<std::string>& lines) {
  std::vector<std::string> out;
  for (const std::string& line : lines) {
    if (line.contains(": size = ") || line.contains("KV cache, size")) {
      out.push_back(line);
    }
  }
  return out;
}

// Hundredths of a MiB of a line's last number.
std::int64_t hundredths_of(const std::vector<std::string>& lines, std::string_view what) {
  for (const std::string& line : lines) {
    if (const auto at = line.find(what); at != std::string::npos) {
      const std::string digits = line.substr(at + what.size());
      return std::llround(std::stod(digits) * 100);
    }
  }
  return 0;
}

std::string joined(const std::vector<std::string>& lines) { return fmt::format("{}", fmt::join(lines, "\n")); }

std::vector<std::string> our_lines(const Allocation& made) {
  std::vector<std::string> out;
  for (const EngineLogLine& line : made.log) {
    out.push_back(line.text);
  }
  return cache_lines(out);
}

// The answers for one model, setting after setting and type after type.
std::vector<Json> answers(const std::string& id, const std::string& architecture) {
  const test::Folder folder;
  const test::WitnessKeys keys = test::witness_keys(trunk_of(id), architecture);
  folder.write("keys.gguf", keys.file);
  folder.write("jobs.json", Json::array({job_of(id, keys, folder.path("keys.gguf"))}).dump());
  const std::string script = std::string(KVTALLY_SOURCE_DIR) + "/tests/witness/witness.mjs";
  const test::Outcome outcome = test::run_program(test::installed("node"), {script, folder.path("jobs.json")});
  std::vector<Json> out;
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) {
    out.push_back(Json::parse(line));
    CHECK_MESSAGE(!out.back().contains("error"), line);
  }
  CHECK_MESSAGE(outcome.exit_code == 0, outcome.err);
  return out;
}

// The caches' bytes are not said alone but with those of the graph, which are printed to a hundredth of a MiB (and
// with the logits of 32 words a sequence).
void check_total(const Json& answer, const Allocation& made, std::int64_t compute) {
  constexpr std::int64_t kMiB = 1 << 20;
  constexpr std::int64_t kLogits = 4096;
  const auto bytes = answer["bytes"].get<std::int64_t>();
  const std::int64_t rest = (bytes - static_cast<std::int64_t>(made.allocated.value)) * 100 - compute * kMiB;
  CHECK(rest >= -kMiB / 2);
  CHECK(rest <= kMiB / 2 + 100 * kLogits);
}

struct Counts {
  int settings = 0;
  int exact = 0;  // pairs whose graphs are alike, so that their difference is the caches' to the byte
};

void compare(const std::string& id, const std::vector<Json>& said, Counts& counts) {
  const Model model = trunk_of(id);
  CHECK_MESSAGE(said.size() == kSettings.size() * kTypes.size(), id);
  if (said.size() != kSettings.size() * kTypes.size()) {
    return;
  }
  for (std::size_t i = 0; i < kSettings.size(); ++i) {
    std::array<std::int64_t, kTypes.size()> allocated{};
    std::array<std::int64_t, kTypes.size()> compute{};
    for (std::size_t type = 0; type < kTypes.size(); ++type) {
      const Json& answer = said[i * kTypes.size() + type];
      const auto lines = answer["lines"].get<std::vector<std::string>>();
      const std::string flags = flags_of(kSettings[i], kTypes[type]);
      CAPTURE(id);
      CAPTURE(flags);
      const Allocation made = test::llama_allocation(model, flags);
      allocated.at(type) = static_cast<std::int64_t>(made.allocated.value);
      compute.at(type) = hundredths_of(lines, "compute buffer size =");
      CHECK(joined(our_lines(made)) == joined(cache_lines(lines)));
      check_total(answer, made, compute.at(type));
      ++counts.settings;
    }
    if (compute[0] == compute[1]) {
      const auto bytes = [&](std::size_t type) {
        return said[i * kTypes.size() + type]["bytes"].get<std::int64_t>();
      };
      CAPTURE(id);
      CHECK(bytes(0) - bytes(1) == allocated[0] - allocated[1]);
      ++counts.exact;
    }
  }
}

TEST_CASE("llama.cpp's own allocator agrees to the byte") {
  KVTALLY_NEEDS("node");
  if (!std::filesystem::exists(std::string(KVTALLY_SOURCE_DIR) + "/tests/witness/node_modules/@node-llama-cpp")) {
    MESSAGE("skipped: node-llama-cpp is not installed (npm ci --prefix tests/witness)");
    return;
  }
  Counts counts;
  const auto models = witnessed();
  for (const auto& [id, architecture] : models) {
    compare(id, answers(id, architecture), counts);
  }
  if (std::getenv("KVTALLY_WITNESS") == nullptr) {
    CHECK(models.size() >= 25);
    CHECK(counts.exact > 100);
  }
  MESSAGE(models.size() << " models, " << counts.settings << " contexts, whose lines are equal; " << counts.exact
                        << " pairs differ by the caches alone, to the byte");
}

}  // namespace

}  // namespace kvtally
