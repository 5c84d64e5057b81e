#include "hardware/step_parts.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace kvtally {

namespace {

// Weights in the order in which a step uses them, the caches behind them, what is written last.
std::size_t place_of(const PartWork& part) {
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

void StepParts::add(std::string_view name, std::string_view kind, bool weights, const PartShare& share) {
  auto part = std::ranges::find_if(parts_, [&](const PartWork& p) { return p.name == name && p.kind == kind; });
  if (part == parts_.end()) {
    parts_.push_back({std::string(name), std::string(kind), weights, {}, {}, {}});
    part = parts_.end() - 1;
  }
  part->bytes += share.read;
  part->written += share.written;
  if (share.macs > MultiplyAdds{}) {
    part->macs[std::string(share.format)] += share.macs;
  }
}

void StepParts::add_weights(std::string_view name, std::string_view kind, const PartShare& share) {
  add(name, kind, true, share);
}

void StepParts::add_cache(std::string_view name, std::string_view kind, const PartShare& share) {
  add(name, kind, false, share);
}

StepWork StepParts::take() {
  std::ranges::stable_sort(parts_, {}, place_of);
  return std::move(parts_);
}

void add_cache_parts(StepParts& parts, const Layer& layer, const Step& step) {
  const Traffic& read = step.read;
  const Arithmetic& macs = step.arithmetic;
  parts.add_cache(fmt::format("{} entries", layer.kind), layer.kind, {read.entries, {}, macs.scores, {}});
  parts.add_cache("index scan", layer.kind, {read.indexer, {}, macs.indexer, {}});
  parts.add_cache("state", layer.kind, {read.state, step.written.state, macs.state, {}});
  parts.add_cache("open buffers", layer.kind, {read.open, {}, {}, {}});
  const Traffic& written = step.written;
  parts.add_cache("written", layer.kind, {{}, written.entries + written.indexer + written.open, {}, {}});
}

Step dealt_over(const Step& step, std::int64_t groups) {
  const auto share = [groups](auto quantity) { return decltype(quantity){ceil_div(quantity.value, groups)}; };
  Step out = step;
  out.read.entries = share(step.read.entries);
  out.read.indexer = share(step.read.indexer);
  out.written.entries = share(step.written.entries);
  out.written.indexer = share(step.written.indexer);
  out.arithmetic.scores = share(step.arithmetic.scores);
  out.arithmetic.indexer = share(step.arithmetic.indexer);
  return out;
}

std::optional<double> intensity(Operations operations, Bytes bytes) {
  if (bytes == Bytes{}) {
    return std::nullopt;
  }
  return static_cast<double>(operations.value) / static_cast<double>(bytes.value);
}

}  // namespace kvtally
