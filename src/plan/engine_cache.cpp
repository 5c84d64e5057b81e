#include "plan/engine_cache.hpp"

#include <fmt/format.h>

#include "engine/our_flags.hpp"

namespace kvtally {

namespace {

Problems refused(std::string what) { return {{{}, {}, std::move(what), {}, {}, {}}}; }

std::string sentence_of(const Problems& problems) {
  std::string out;
  for (const Problem& problem : problems) {
    out += (out.empty() ? "" : "; ") + problem.what;
    out += problem.expected.empty() ? "" : " (expected " + problem.expected + ")";
  }
  return out;
}

}  // namespace

Expected<Allocation> EngineCache::allocation(const Placement& placement, std::int64_t requests,
                                             Tokens context) const {
  const auto text = [](Wide value) { return fmt::format("{}", value); };
  const auto asked = named_by_engine(*engine_, {{"--context", text(context.value)},
                                                {"--batch", text(requests)},
                                                {"--tp", text(placement.tp)},
                                                {"--pp", text(placement.pp)},
                                                {"--cp", text(placement.cp)}});
  if (!asked) {
    return std::unexpected(asked.error());
  }
  FlagTexts flags = flags_;
  flags.insert(asked->begin(), asked->end());
  auto allocation = engine_->allocate(model_, flags);
  if (!allocation) {
    return allocation;
  }
  if (!allocation->refusal.empty()) {
    return std::unexpected(refused(fmt::format("{} would not start: {}", engine_->title, allocation->refusal)));
  }
  if (allocation->context < context || allocation->requests < requests) {
    return std::unexpected(
        refused(fmt::format("{} would hold {} requests of {} tokens, not {} of {}", engine_->title,
                            allocation->requests, allocation->context.value, requests, context.value)));
  }
  return allocation;
}

std::expected<Bytes, std::string> EngineCache::on_a_device(const Placement& placement, std::int64_t requests,
                                                           Tokens context) const {
  const Asked asked{placement.tp, placement.cp, placement.pp, requests, static_cast<std::int64_t>(context.value)};
  const auto known = known_.find(asked);
  if (known != known_.end()) {
    return known->second;
  }
  const auto found = allocation(placement, requests, context);
  const auto bytes =
      found ? std::expected<Bytes, std::string>(found->allocated) : std::unexpected(sentence_of(found.error()));
  known_.emplace(asked, bytes);
  return bytes;
}

std::pair<Bytes, Bytes> undivided(const Model& model, const Demand& demand, std::int64_t users) {
  if (demand.engine) {
    const Bytes one = demand.engine->on_a_device({}, 1, longest_of(demand)).value_or(Bytes{});
    return {one, demand.engine->on_a_device({}, users, longest_of(demand)).value_or(one * users)};
  }
  const std::vector<Term> terms = terms_of(model, demand.drafting);
  return {tally(terms, longest_of(demand)).total(), reserve_for(terms, demand, users).total()};
}

}  // namespace kvtally
