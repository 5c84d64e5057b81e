#include "hardware/step_parts.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace kvtally {

namespace {

// Weights in the order in which a step uses them, the caches behind them, what is written last.
std::size_t place_of(const PartTime& part) {
  constexpr std::array<std::string_view, 7> kOrder{"embedding rows",
                                                   "attention weights",
                                                   "feed-forward",
                                                   "shared experts and router",
                                                   "experts",
                                                   "norms",
                                                   "head"};
  const auto place = static_cast<std::size_t>(std::ranges::find(kOrder, part.name) - kOrder.begin());
  return part.weights ? place : kOrder.size() + (part.name == "written" ? 2 : 1);
}

}  // namespace

void StepParts::add(std::string_view name, std::string_view kind, bool weights, const PartWork& work) {
  auto part = std::ranges::find_if(parts_, [&](const PartTime& p) { return p.name == name && p.kind == kind; });
  if (part == parts_.end()) {
    PartTime& fresh = parts_.emplace_back();
    fresh.name = name;
    fresh.kind = kind;
    fresh.weights = weights;
    part = parts_.end() - 1;
  }
  part->bytes += work.read;
  part->written += work.written;
  part->operations += operations_of(work.macs);
  if (work.peak) {
    part->computing += time_to_compute(operations_of(work.macs), *work.peak);
  }
}

void StepParts::add_weights(std::string_view name, std::string_view kind, const PartWork& work) {
  add(name, kind, true, work);
}

void StepParts::add_cache(std::string_view name, std::string_view kind, const PartWork& work) {
  add(name, kind, false, work);
}

StepTime StepParts::take() {
  StepTime step;
  Seconds computing;
  std::ranges::stable_sort(parts_, {}, place_of);
  for (PartTime& part : parts_) {
    if (part.bytes + part.written == Bytes{} && part.operations == Operations{}) {
      continue;
    }
    part.moving = time_to_move(part.bytes + part.written, rates_.bandwidth);
    part.bound = part.computing > part.moving ? Bound::compute : Bound::memory;
    part.seconds = std::max(part.moving, part.computing);
    (part.weights ? step.weight_bytes : step.cache_bytes) += part.bytes;
    step.written_bytes += part.written;
    step.operations += part.operations;
    step.total += part.seconds;
    computing += part.computing;
    step.parts.push_back(std::move(part));
  }
  step.weight_seconds = time_to_move(step.weight_bytes, rates_.bandwidth);
  step.cache_seconds = time_to_move(step.cache_bytes, rates_.bandwidth);
  const Seconds moving = time_to_move(step.weight_bytes + step.cache_bytes + step.written_bytes, rates_.bandwidth);
  step.overlapped = std::max(moving, computing);
  step.bound = computing > moving ? Bound::compute : Bound::memory;
  return step;
}

void add_cache_parts(StepParts& parts, const Layer& layer, const Step& step) {
  const std::optional<OperationRate> peak = parts.rates().attention;
  const Traffic& read = step.read;
  parts.add_cache(fmt::format("{} entries", layer.kind), layer.kind,
                  {read.entries, {}, step.arithmetic.scores, peak});
  parts.add_cache("index scan", layer.kind, {read.indexer, {}, step.arithmetic.indexer, peak});
  parts.add_cache("state", layer.kind, {read.state, step.written.state, step.arithmetic.state, peak});
  parts.add_cache("open buffers", layer.kind, {read.open, {}, {}, peak});
  const Traffic& written = step.written;
  parts.add_cache("written", layer.kind, {{}, written.entries + written.indexer + written.open, {}, peak});
}

std::optional<double> intensity(Operations operations, Bytes bytes) {
  if (bytes == Bytes{}) {
    return std::nullopt;
  }
  return static_cast<double>(operations.value) / static_cast<double>(bytes.value);
}

}  // namespace kvtally
