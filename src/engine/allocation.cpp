#include "engine/allocation.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

#include "core/print.hpp"

namespace kvtally {

const EngineFigure* figure_named(const Allocation& allocation, std::string_view name) {
  const auto found = std::ranges::find(allocation.figures, name, &EngineFigure::name);
  return found == allocation.figures.end() ? nullptr : &*found;
}

void close(Allocation& allocation) {
  allocation.allocated = {};
  for (const EngineHold& hold : allocation.held) {
    allocation.allocated += hold.bytes;
  }
  Bytes explained = allocation.needed;
  for (const EngineCause& cause : allocation.causes) {
    explained += cause.bytes;
  }
  if (explained != allocation.allocated && allocation.refusal.empty()) {
    std::abort();  // a cause is missing in an engine's rules
  }
  allocation.figures.insert(allocation.figures.begin(),
                            {{"allocated_bytes", "bytes", allocation.allocated.value, 1},
                             {"needed_bytes", "bytes", allocation.needed.value, 1}});
}

Expected<Model> in_formats(const Model& model, const Adaptation& formats) {
  auto out = adapt(model, formats);
  if (out) {
    return std::move(*out);
  }
  Problems problems;
  for (std::string& error : out.error()) {
    problems.push_back({model.id, {}, std::move(error), {}, {}, {}});
  }
  return std::unexpected(std::move(problems));
}

Expected<Figures> needed_by(const Model& model, Tokens context, std::int64_t requests, bool drafting) {
  Figures figures = figures_of(model, {context, requests, drafting});
  if (!printable(figures)) {
    return std::unexpected(
        Problems{{model.id, {}, "a figure passes 2^63", "a shorter context or fewer requests", {}, {}}});
  }
  return figures;
}

}  // namespace kvtally
