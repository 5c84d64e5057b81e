#include "verify/memory.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <random>
#include <set>

#include "verify/figures.hpp"
#include "verify/layer_step.hpp"
#include "verify/proofs/parts.hpp"
#include "verify/random/layer.hpp"

namespace kvtally {

namespace {

constexpr int kRandomShapes = 20;

void add_random_shapes(std::string_view kind, std::vector<StepCase>& out) {
  std::mt19937_64 generator(20240503);
  const Draw draw = [&](std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(generator() % static_cast<std::uint64_t>(high - low + 1));
  };
  for (int i = 0; i < kRandomShapes; ++i) {
    Layer layer = random_layer(kind, draw);
    const std::int64_t seen = draw(1, 30);
    out.push_back({fmt::format("shape {} S={}", i, seen), std::move(layer), seen});
  }
}

bool of_kind(const Layer& layer, std::string_view kind) {
  if (kind == "shared") {
    return layer.sharing.owner != Sharing::Owner::own;
  }
  const bool encoder = layer.memories.size() > 1 && std::holds_alternative<Fixed>(layer.memories.back().retention);
  return kind == "encoder_decoder" ? encoder
                                   : layer.kind == kind && layer.sharing.owner == Sharing::Owner::own && !encoder;
}

// Each shape once, under the name of the first model that has it.
void add_zoo_shapes(std::string_view kind, const Subject& subject, std::vector<StepCase>& out) {
  std::vector<const Layer*> done;
  for (const Model& model : subject.models) {
    for (const Layer& layer : model.layers) {
      const bool known = std::ranges::any_of(done, [&](const Layer* other) { return *other == layer; });
      if (known || !of_kind(layer, kind) || !not_executable(layer).empty()) {
        continue;
      }
      done.push_back(&layer);
      for (const std::int64_t seen : breakpoints(layer)) {
        out.push_back({fmt::format("{} S={}", model.id, seen), layer, seen});
      }
    }
  }
}

constexpr std::array kProofs{
    memory_proof("mha.memory"),     memory_proof("gqa.memory"),   memory_proof("mqa.memory"),
    memory_proof("mla.memory"),     memory_proof("swa.memory"),   memory_proof("sink_swa.memory"),
    memory_proof("chunked.memory"), memory_proof("cross.memory"), memory_proof("encoder_decoder.memory"),
    memory_proof("shared.memory"),
};

// The first context at which so many entries of the memory leave one out.
std::int64_t context_of(const Memory& memory, std::int64_t entries) {
  const auto* pooled = std::get_if<Pooled>(&memory.retention);
  return pooled == nullptr ? entries : pooled->span + (entries - 1) * pooled->every;
}

void around(std::set<std::int64_t>& seen, std::int64_t place) { seen.insert({place - 1, place, place + 1}); }

void add_pooling(std::set<std::int64_t>& seen, const Pooled& pooling) {
  if (pooling.every > 1) {
    around(seen, pooling.span);
    around(seen, pooling.span + pooling.every);
  }
}

// Around the context from which the selection leaves something out.
void add_selection(std::set<std::int64_t>& seen, const Memory& memory) {
  if (const auto* top = std::get_if<TopK>(&memory.selection)) {
    around(seen, context_of(memory, top->count));
    seen.insert(context_of(memory, top->count + 1));
  } else if (const auto* blocks = std::get_if<Blocks>(&memory.selection)) {
    around(seen, blocks->size);
    around(seen, blocks->count * blocks->size);
    around(seen, (blocks->count + 1) * blocks->size);
  }
  if (memory.indexer) {
    add_pooling(seen, memory.indexer->pooling);
  }
}

void add_retention(std::set<std::int64_t>& seen, const Retention& retention) {
  if (const auto* window = std::get_if<Window>(&retention)) {
    around(seen, window->first + window->size);
  } else if (const auto* chunk = std::get_if<Chunk>(&retention)) {
    around(seen, chunk->size);
    seen.insert({2 * chunk->size, 2 * chunk->size + 1});
  } else if (const auto* pooled = std::get_if<Pooled>(&retention)) {
    add_pooling(seen, *pooled);
  }
}

}  // namespace

std::vector<StepCase> step_cases(std::string_view kind, const Subject& subject) {
  std::vector<StepCase> out;
  add_random_shapes(kind, out);
  add_zoo_shapes(kind, subject, out);
  return out;
}

void prove_memory(Checks& checks, const Subject& subject) {
  for (const StepCase& one : step_cases(checks.kind(), subject)) {
    compare(one.name, one.layer, one.seen, checks);
  }
}

void compare(const std::string& name, const Layer& layer, std::int64_t seen, Checks& checks) {
  const auto counted = figures_by_running(layer, seen);
  if (!counted) {
    checks.holds(fmt::format("{}: {}", name, counted.error()), false);
    return;
  }
  compare(name, figures_by_formula(layer, seen), *counted, checks);
}

std::vector<std::int64_t> breakpoints(const Layer& layer) {
  std::set<std::int64_t> seen;
  for (const Memory& memory : layer.memories) {
    add_retention(seen, memory.retention);
    add_selection(seen, memory);
  }
  if (seen.empty()) {
    seen.insert({1, 2, 129});
  }
  seen.erase(0);
  return {seen.begin(), seen.end()};
}

std::span<const Proof> memory_proofs() { return kProofs; }

}  // namespace kvtally
