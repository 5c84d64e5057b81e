#include "plan/demand.hpp"

#include <algorithm>

namespace kvtally {

namespace {

// The mean of a length that grows by one a step from the prompt to its end, twice.
Wide doubled_mean(const Demand& demand, Tokens context) {
  return demand.prompt ? std::min(demand.prompt->value, context.value) + context.value : context.value * 2;
}

SharedPositions shared_by(const Demand& demand, Tokens context) {
  const Tokens prompt = demand.samples > 1 ? demand.prompt.value_or(Tokens{}) : Tokens{};
  return {std::min(demand.shared_prefix, context), std::min(prompt, context), demand.samples};
}

}  // namespace

Demand demand_of(Tokens context) {
  Demand demand;
  demand.contexts = {{context, 1, 1}};
  return demand;
}

Tokens longest_of(const Demand& demand) { return demand.contexts.back().context; }

std::optional<Tokens> generated_of(const Demand& demand) {
  if (!demand.prompt) {
    return std::nullopt;
  }
  Wide sum = 0;
  std::int64_t before = 0;
  for (const ContextClass& c : demand.contexts) {
    sum += std::max<Wide>(0, c.context.value - demand.prompt->value) * (c.up_to - before);
    before = c.up_to;
  }
  return Tokens{std::max<Wide>(1, ceil_div(sum, demand.contexts.back().out_of))};
}

Tokens timed_context(const Demand& demand) {
  Wide sum = 0;
  std::int64_t before = 0;
  for (const ContextClass& c : demand.contexts) {
    sum += doubled_mean(demand, c.context) * (c.up_to - before);
    before = c.up_to;
  }
  return Tokens{std::max<Wide>(1, ceil_div(sum, Wide{2} * demand.contexts.back().out_of))};
}

std::vector<std::int64_t> requests_by_class(const Demand& demand, std::int64_t requests) {
  std::vector<std::int64_t> out;
  std::int64_t before = 0;
  for (const ContextClass& c : demand.contexts) {
    const auto up_to = static_cast<std::int64_t>(Wide{requests} * c.up_to / c.out_of);
    out.push_back(up_to - before);
    before = up_to;
  }
  return out;
}

Tally reserve_for(const std::vector<Term>& terms, const Demand& demand, std::int64_t requests) {
  const std::vector<std::int64_t> counts = requests_by_class(demand, requests);
  Tally out;
  for (const Term& term : terms) {
    Bytes once;  // of the class that still stores most of the prefix
    Bytes sum;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] > 0) {
        const Tokens context = demand.contexts[i].context;
        const SharedReserve reserve = reserve_shared(term, context, shared_by(demand, context));
        once = std::max(once, reserve.once);
        sum += reserve.each * counts[i];
      }
    }
    out[term.part] += once + sum;
  }
  return out;
}

}  // namespace kvtally
