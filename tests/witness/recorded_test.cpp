#include <algorithm>
#include <doctest/doctest.h>
#include <map>
#include <set>

#include "core/text.hpp"
#include "engine/engines.hpp"
#include "read/gguf/gguf.hpp"
#include "read/zoo.hpp"
#include "witness/observations.hpp"
#include "witness/zoo_file.hpp"

using namespace kvtally;
using namespace kvtally::test;

namespace {

const Zoo& zoo() {
  static const Zoo zoo(embedded_files());
  return zoo;
}

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
    if (line.text.contains(": size = ")) {
      out += (out.empty() ? "" : " | ") + line.text;
    }
  }
  return out;
}

/// This build prints a third state beside R and S, which none of these models has.
std::string without_third_state(std::string lines) {
  const std::string third = ", P (f32):    0.00 MiB";
  if (const std::size_t at = lines.find(third); at != std::string::npos) {
    lines.erase(at, third.size());
  }
  return lines;
}

}  // namespace

TEST_CASE("what the real llama.cpp allocated is what its rules give, to the byte") {
  std::map<std::string, std::set<std::string>> settings;
  std::set<std::string> architectures;
  for (const std::vector<Observation>& rows : by_model(recorded_observations())) {
    const auto described = zoo().named(rows.front().model);
    REQUIRE_MESSAGE(described.has_value(), rows.front().model);
    const Model model = from_file(described->model, rows.front().flags.contains("--mtp"));
    architectures.insert(model.architecture);
    for (const Observation& row : rows) {
      CAPTURE(row.model);
      CAPTURE(row.flags);
      settings[row.model].insert(row.flags);
      for (const Model& either : {model, described->model}) {
        const Allocation ours = allocated(either, row.flags);
        CHECK(ours.refusal.empty() == row.bytes.has_value());
        CHECK(ours.allocated == row.bytes.value_or(Bytes{}));
        CHECK(sizes_of(ours) == without_third_state(row.lines));
      }
    }
  }
  CHECK(settings.size() >= 25);
  for (const auto& [model, flags] : settings) {
    CHECK_MESSAGE(flags.size() >= 4, model);
  }
  MESSAGE(settings.size() << " models of " << architectures.size() << " architectures, "
                          << recorded_observations().size() << " contexts");
}
