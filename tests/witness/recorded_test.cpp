#include <algorithm>
#include <doctest/doctest.h>
#include <map>
#include <set>

#include "core/text.hpp"
#include "engine/engines.hpp"
#include "engine/llama_cpp/architectures.hpp"
#include "read/gguf/gguf.hpp"
#include "support/print.hpp"
#include "witness/observations.hpp"
#include "witness/zoo_file.hpp"

using namespace kvtally;
using namespace kvtally::test;

namespace {

/// The model of a file that zoo_file makes of a zoo model.
Model from_file(const Model& model, bool drafts) {
  const std::string file = zoo_file(model, drafts)->file();
  const auto read = read_gguf(model.id + ".gguf", bytes_of(file), model.id);
  REQUIRE_MESSAGE(read.has_value(), model.id);
  return read->model;
}

Allocation allocated(const Model& model, const std::string& flags) {
  const Engine* engine = engine_named("llama.cpp");
  const auto texts = read_flags(engine->flags, flags);
  REQUIRE_MESSAGE(texts.has_value(), flags);
  auto out = engine->allocate(model, *texts);
  REQUIRE_MESSAGE(out.has_value(), model.id << " " << flags << ": " << out.error().front().what);
  return *out;
}

/// The sizes of caches among the lines of a log, as the observations have them.
std::string sizes_of(const Allocation& allocation) {
  std::string out;
  for (const EngineLogLine& line : allocation.log) {
    if (line.text.contains(": size = ") || line.text.contains("KV cache, size")) {
      out += (out.empty() ? "" : " | ") + line.text;
    }
  }
  return out;
}

void compare(const Model& model, const Observation& row) {
  const Allocation ours = allocated(model, row.flags + " --engine-version v0.5.0");
  if (!row.bytes) {
    CHECK(ours.refusal == row.lines);
    return;
  }
  REQUIRE(ours.refusal.empty());
  CHECK(ours.allocated == *row.bytes);
  CHECK(sizes_of(ours) == row.lines);
}

}  // namespace

TEST_CASE("what the real llama.cpp allocated is what its rules give, to the byte") {
  std::map<std::string, int> settings;
  std::set<std::string> architectures;
  for (const std::vector<Observation>& rows : by_model(recorded_observations())) {
    const Model model = observed_model(rows.front().model);
    const Model file = from_file(model, rows.front().drafts());
    architectures.insert(file.architecture);
    for (const Observation& row : rows) {
      CAPTURE(row.model);
      CAPTURE(row.flags);
      ++settings[row.model];
      compare(file, row);
      compare(model, row);
    }
  }
  CHECK(settings.size() >= 25);
  CHECK(std::ranges::all_of(settings, [](const auto& model) { return model.second >= 4; }));
  MESSAGE(recorded_observations().size()
          << " contexts of " << settings.size() << " models of " << architectures.size() << " architectures");
}

// A comparison that cannot fail shows nothing.
TEST_CASE("the rules of an older build are not what the real llama.cpp does") {
  const Engine* engine = engine_named("llama.cpp");
  int differ = 0;
  for (const Observation& row : recorded_observations()) {
    if (!row.bytes || row.drafts()) {
      continue;
    }
    const auto texts = read_flags(engine->flags, row.flags + " --engine-version b5500");
    REQUIRE(texts.has_value());
    const auto ours = engine->allocate(observed_model(row.model), *texts);
    differ += ours.has_value() && ours->allocated == *row.bytes ? 0 : 1;
  }
  MESSAGE("b5500: " << differ << " contexts differ");
  CHECK(differ >= 25);
}

// So that no row that matters can be dropped in silence.
TEST_CASE("the settings that were asked about are of every sort") {
  std::string all;
  for (const Observation& row : recorded_observations()) {
    all += row.flags + " ";
  }
  for (const std::string flag : {"-kvu", "--swa-full", "-fa off", "--rs-seq 2", "--mtp", "-np 1 ", "-np 3 ",
                                 "-np 4 ", "-ub 128 ", "-ub 1024 ", "-ub 2048 "}) {
    CHECK_MESSAGE(all.contains(flag), flag);
  }
  for (const std::string type : {"f32", "bf16", "q8_0", "q4_0", "q4_1", "iq4_nl", "q5_0", "q5_1"}) {
    CHECK_MESSAGE(all.contains("-ctk " + type + " "), type);
    CHECK_MESSAGE(all.contains("-ctv " + type + " "), type);
  }
}

TEST_CASE("a witness's file has the model's figures") {
  for (const std::vector<Observation>& rows : by_model(recorded_observations())) {
    const std::string& name = rows.front().model;
    CAPTURE(name);
    const Model model = observed_model(name);
    const Model file = from_file(model, false);
    std::vector<std::string> ignored;
    const bool slides = llama_cpp::rules_for(model, ignored).slides;
    const auto windowed = [](const Layer& layer) {
      return std::ranges::any_of(layer.memories,
                                 [](const Memory& m) { return std::holds_alternative<Window>(m.retention); });
    };
    if (!slides && std::ranges::any_of(model.layers, windowed)) {
      continue;  // llama.cpp's files of these have no window
    }
    for (const std::int64_t tokens : {1, 1000, 131072}) {
      const auto ours = needed_by(model, Tokens{tokens}, 2);
      const auto theirs = needed_by(file, Tokens{tokens}, 2);
      REQUIRE(ours.has_value());
      REQUIRE(theirs.has_value());
      CHECK(theirs->kept.total() == ours->kept.total());
    }
  }
}
