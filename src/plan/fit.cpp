#include "plan/fit.hpp"

#include <algorithm>

#include "account/solve.hpp"
#include "model/limits.hpp"
#include "plan/engine_cache.hpp"

namespace kvtally {

namespace {

// Of what an engine refuses to hold, which a search takes for too much.
constexpr Bytes kNeverFits{Wide{1} << 62};

// Of the fullest one.
std::int64_t users_of_replica(std::int64_t users, const Placement& placement) {
  return static_cast<std::int64_t>(ceil_div(users, std::max<std::int64_t>(1, placement.dp)));
}

// Of the engine that stands for the account; nothing: it refuses.
std::optional<Bytes> engine_bytes(const Placement& placement, const Demand& demand, std::int64_t here) {
  const auto bytes = demand.engine->on_a_device(placement, here, longest_of(demand));
  return bytes ? std::optional(*bytes) : std::nullopt;
}

}  // namespace

std::expected<Layout, std::vector<std::string>> lay_out(const Model& model, const WeightLoad& weights,
                                                        const Placement& placement, const Demand& demand,
                                                        std::int64_t users, const Model* weighed) {
  const std::int64_t here = users_of_replica(users, placement);
  if (demand.engine) {
    if (auto bytes = demand.engine->on_a_device(placement, here, longest_of(demand)); !bytes) {
      return std::unexpected(std::vector{std::move(bytes.error())});
    }
  }
  CutFor cut;
  cut.kept = [&demand, here](const Term& term) { return reserve_for({term}, demand, here).total(); };
  cut.last = activation_bytes(model, {}, 0, here * demand.samples, bf16());
  cut.drafting = demand.drafting;
  cut.weighed = weighed;
  auto stages = stages_of(model, weights, placement, cut);
  if (!stages) {
    return std::unexpected(std::move(stages.error()));
  }
  Layout out{placement, std::move(*stages), {}, {}};
  for (const Stage& stage : out.stages) {
    out.terms.push_back(device_terms(stage, placement, demand.drafting));
    out.widest.push_back(widest_pair(stage.model, placement.tp * placement.cp));
  }
  return out;
}

Bytes Reserve::of(Bytes usable) const { return bytes ? *bytes : Bytes{ceil_div(usable.value * permille, 1000)}; }

std::vector<DeviceMemory> memory_of(const Layout& layout, const Demand& demand, std::int64_t users,
                                    Bytes reserve) {
  const std::int64_t here = users_of_replica(users, layout.placement);
  const std::int64_t sequences = here * demand.samples;
  std::vector<DeviceMemory> out;
  for (std::size_t i = 0; i < layout.stages.size(); ++i) {
    const Stage& stage = layout.stages[i];
    DeviceMemory memory;
    memory.stage = static_cast<std::int64_t>(i);
    memory.weights = stage.weights.total(demand.drafting);
    if (demand.engine) {
      memory.cache = engine_bytes(layout.placement, demand, here).value_or(kNeverFits);
    } else {
      const Tally kept = reserve_for(layout.terms[i], demand, here);
      memory.cache = kept[Part::entries] + kept[Part::indexer] + kept[Part::cross] + kept[Part::draft];
      memory.state = kept[Part::state];
      memory.open = kept[Part::open];
    }
    memory.activations =
        activation_bytes(stage.model, layout.widest[i], std::max(demand.batched_tokens, sequences),
                         stage.predicts ? sequences : 0, bf16());
    memory.reserve = reserve;
    out.push_back(memory);
  }
  return out;
}

DeviceMemory fullest(const Layout& layout, const Demand& demand, std::int64_t users, Bytes reserve) {
  const std::vector<DeviceMemory> all = memory_of(layout, demand, users, reserve);
  return *std::ranges::max_element(all, {}, &DeviceMemory::total);
}

std::int64_t most_users(const Layout& layout, const Demand& demand, Bytes usable, Bytes reserve) {
  const auto fits = [&](std::int64_t users) { return fullest(layout, demand, users, reserve).total() <= usable; };
  return largest(1, limits::kBatch, fits).value_or(0);
}

std::optional<Tokens> longest_fit(const Layout& layout, const Demand& demand, std::int64_t users, Bytes usable,
                                  Bytes reserve, Tokens limit) {
  const auto fits = [&](std::int64_t tokens) {
    Demand asked = demand;
    asked.contexts = {{Tokens{tokens}, 1, 1}};
    return fullest(layout, asked, users, reserve).total() <= usable;
  };
  const auto tokens = largest(1, static_cast<std::int64_t>(limit.value), fits);
  return tokens ? std::optional(Tokens{*tokens}) : std::nullopt;
}

}  // namespace kvtally
