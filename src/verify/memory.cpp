#include "verify/memory.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <random>
#include <set>

#include "account/carried.hpp"
#include "account/step.hpp"
#include "verify/layer_step.hpp"
#include "verify/parts.hpp"
#include "verify/random_layer.hpp"

namespace kvtally {

namespace {

constexpr int kRandomShapes = 20;

constexpr std::string_view kClaim =
    "bytes stored, carried, read and written and useful multiply-adds of a step are what the formulas say";
constexpr std::string_view kHow =
    "the layer computes one token in real containers: 20 random small shapes and formats, and each shape of this "
    "kind in the zoo at its true size around every window and chunk; every count equals the account's";

Model model_of(const Layer& layer) {
  Model model;
  append_layer(model, model.order, layer, 1);
  return model;
}

void random_shapes(std::string_view kind, Checks& checks) {
  std::mt19937_64 generator(20240503);
  const Draw draw = [&](std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(generator() % static_cast<std::uint64_t>(high - low + 1));
  };
  for (int i = 0; i < kRandomShapes; ++i) {
    const Layer layer = random_layer(kind, draw);
    const std::int64_t seen = draw(1, 30);
    compare(fmt::format("shape {} S={}", i, seen), layer, seen, checks);
  }
}

bool of_kind(const Layer& layer, std::string_view kind) {
  if (kind == "shared") {
    return layer.sharing.owner != Sharing::Owner::own;
  }
  if (kind == "encoder_decoder") {
    return layer.memories.size() > 1 && std::holds_alternative<Fixed>(layer.memories.back().retention);
  }
  return layer.kind == kind && layer.sharing.owner == Sharing::Owner::own && layer.memories.size() == 1;
}

// Each shape once, under the name of the first model that has it.
void zoo_shapes(std::string_view kind, Checks& checks, const Subject& subject) {
  std::vector<const Layer*> done;
  for (const Model& model : subject.models) {
    for (const Layer& layer : model.layers) {
      const bool known = std::ranges::any_of(done, [&](const Layer* other) { return *other == layer; });
      if (known || !of_kind(layer, kind) || !not_executable(layer).empty()) {
        continue;
      }
      done.push_back(&layer);
      for (const std::int64_t seen : breakpoints(layer)) {
        compare(fmt::format("{} S={}", model.id, seen), layer, seen, checks);
      }
    }
  }
}

void memory(std::string_view kind, Checks& checks, const Subject& subject) {
  random_shapes(kind, checks);
  zoo_shapes(kind, checks, subject);
}

template <const char* kKind>
void memory_of(Checks& checks, const Subject& subject) {
  memory(kKind, checks, subject);
}

constexpr char kMha[] = "mha", kGqa[] = "gqa", kMqa[] = "mqa", kMla[] = "mla", kSwa[] = "swa",
               kSink[] = "sink_swa", kChunked[] = "chunked", kCross[] = "cross", kShared[] = "shared",
               kEncoder[] = "encoder_decoder";

constexpr std::array kProofs{
    Proof{"mha.memory", kMha, kClaim, kHow, memory_of<kMha>},
    Proof{"gqa.memory", kGqa, kClaim, kHow, memory_of<kGqa>},
    Proof{"mqa.memory", kMqa, kClaim, kHow, memory_of<kMqa>},
    Proof{"mla.memory", kMla, kClaim, kHow, memory_of<kMla>},
    Proof{"swa.memory", kSwa, kClaim, kHow, memory_of<kSwa>},
    Proof{"sink_swa.memory", kSink, kClaim, kHow, memory_of<kSink>},
    Proof{"chunked.memory", kChunked, kClaim, kHow, memory_of<kChunked>},
    Proof{"cross.memory", kCross, kClaim, kHow, memory_of<kCross>},
    Proof{"encoder_decoder.memory", kEncoder, kClaim, kHow, memory_of<kEncoder>},
    Proof{"shared.memory", kShared, kClaim, kHow, memory_of<kShared>},
};

}  // namespace

void compare(const std::string& name, const Layer& layer, std::int64_t seen, Checks& checks) {
  const auto step = run_step(layer, seen);
  if (!step) {
    checks.holds(fmt::format("{}: {}", name, step.error()), false);
    return;
  }
  const std::vector<Term> terms = terms_of(model_of(layer));
  const Step formula = step_of(layer, Tokens{seen});
  const reference::Counts& counts = step->counts;
  const auto sum = [](const auto& parts) {
    Wide total = 0;
    for (const auto& part : parts) {
      total += part.value;
    }
    return total;
  };
  const Wide scores =
      counts.useful_of(reference::Work::scores).value + counts.useful_of(reference::Work::values).value;
  checks.equal(name + " stored", tally(terms, Tokens{seen}).total().value, step->footprint.stored.value, "bytes");
  checks.equal(name + " carried", carried(terms, Tokens{seen}).total().value, step->footprint.carried.value,
               "bytes");
  checks.equal(name + " read", formula.read.total().value, sum(counts.read), "bytes");
  checks.equal(name + " written", formula.written.total().value, sum(counts.written), "bytes");
  checks.equal(name + " multiplied", formula.arithmetic.scores.value, scores, "multiply-adds");
}

std::vector<std::int64_t> breakpoints(const Layer& layer) {
  std::set<std::int64_t> seen;
  for (const Memory& memory : layer.memories) {
    if (const auto* window = std::get_if<Window>(&memory.retention)) {
      const std::int64_t size = window->first + window->size;
      seen.insert({size - 1, size, size + 1});
    } else if (const auto* chunk = std::get_if<Chunk>(&memory.retention)) {
      seen.insert({chunk->size - 1, chunk->size, chunk->size + 1, 2 * chunk->size, 2 * chunk->size + 1});
    } else {
      seen.insert({1, 2, 129});
    }
  }
  seen.erase(0);
  return {seen.begin(), seen.end()};
}

std::span<const Proof> memory_proofs() { return kProofs; }

}  // namespace kvtally
