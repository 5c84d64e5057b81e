#include "engine/sglang/limits.hpp"

#include <algorithm>

namespace kvtally::sglang {

namespace {

// Tokens that a decode step sets aside for one request.
Wide decode_tokens(const Settings& settings, std::int64_t page) {
  const Draft& draft = settings.draft;
  if (draft.kind == Drafting::none) {
    return page;
  }
  Wide tokens = std::max<Wide>(Wide{draft.steps} * draft.branches, draft.tokens);
  if (page > 1 && draft.branches > 1) {
    const Wide pages = (2 * (Wide{page} - 1) + draft.steps) / page;
    tokens = std::max<Wide>(pages * page * draft.branches, draft.tokens);
  }
  return settings.overlap ? 2 * tokens : tokens;
}

}  // namespace

double value_of(const EngineShare& share) {
  return static_cast<double>(share.numerator) / static_cast<double>(share.denominator);
}

Wide scaled(Wide tokens, const EngineShare& ratio) {
  return whole_part(static_cast<double>(tokens) * value_of(ratio));
}

Wide full_for(Wide sliding, const EngineShare& ratio, Wide page) {
  const Wide least = ceil_div(sliding, page) * page;
  Wide full = ceil_div(ceil_div(least * ratio.denominator, ratio.numerator), page) * page;
  while (scaled(full, ratio) / page * page < least) {
    full += page;  // a product of doubles that falls below a whole number
  }
  return full;
}

std::int64_t slots_per_request(const Settings& settings) {
  if (!settings.radix_cache) {
    return 1;
  }
  const std::string& strategy = settings.states.strategy;
  const bool two = strategy == "extra_buffer" && settings.overlap;
  return 3 + (strategy == "no_buffer" ? 0 : two ? 2 : 1);
}

std::optional<Wide> sliding_cap(const Cell& cell, const Settings& settings, const Demand& demand) {
  if (!demand.limit || settings.radix_cache || !settings.chunk || *settings.chunk == 0 ||
      cell.sliding_layers == 0 || cell.full_layers == 0) {
    return std::nullopt;
  }
  const Wide drafted = std::max<Wide>(1, settings.draft.kind == Drafting::none ? 1 : settings.draft.tokens);
  const Wide request = Wide{cell.window} + settings.eviction_interval * drafted + demand.page +
                       decode_tokens(settings, demand.page);
  const Wide requests = *demand.limit;
  if (settings.disaggregation == Disaggregation::decode) {
    return request * requests + (Wide{cell.window} + demand.page) * settings.extra_slots;
  }
  return request * requests + (settings.overlap ? 2 : 1) * Wide{*settings.chunk} + demand.page;
}

Wide most_requests(const Settings& settings, const Demand& demand, Wide tokens, std::optional<Wide> slots) {
  const Wide estimate = tokens * 512 / demand.context.value;
  Wide requests = demand.limit ? Wide{*demand.limit} : std::clamp<Wide>(estimate, 2048, 4096);
  requests = std::min(requests, tokens / 2);
  return slots ? std::min(requests, *slots / slots_per_request(settings)) : requests;
}

}  // namespace kvtally::sglang
