#include "plan/least.hpp"

#include <algorithm>
#include <limits>

#include "model/weight_facts.hpp"
#include "plan/division.hpp"

namespace kvtally {

Least::Least(const Model& model, const WeightLoad& weights, Demand demand, std::int64_t users)
    : model_(model), terms_(terms_of(model, demand.drafting)), demand_(std::move(demand)), users_(users) {
  for (const WeightGroup& group : weights.groups) {
    if (demand_.drafting || !stands_apart(group.part)) {
      (group.copies > 1 ? experts_ : others_) += group.total();
    }
  }
}

Bytes Least::kept(const std::vector<Term>& terms, std::int64_t users) const {
  if (demand_.engine) {
    return {};  // it may hold less than the model needs
  }
  Bytes sum = reserve_for(terms, demand_, users).total();
  // Replicas round the shorter requests of a mixture down, each for itself, and of the shorter ones most of a
  // prefix is still stored: what all share does not count then.
  if (demand_.contexts.size() > 1) {
    for (const Term& term : terms) {
      Bytes once;
      for (const ContextClass& c : demand_.contexts) {
        once = std::max(once, prefix_at(term, std::min(demand_.shared_prefix, c.context), c.context));
      }
      sum = sum < once ? Bytes{} : sum - once;
    }
  }
  return sum;
}

const std::vector<Term>& Least::terms_of_device(std::int64_t tp) {
  const auto [at, added] = divided_.try_emplace(tp);
  if (added) {
    Refusals refusals;
    const Model device = device_model(model_, tp, refusals);
    at->second = refusals.empty() ? terms_of(device, demand_.drafting) : std::vector<Term>{};
  }
  return at->second;
}

std::int64_t Least::devices(Bytes free) const {
  const Wide needed = (experts_ + others_ + kept(terms_, users_)).value;
  const Wide devices = ceil_div(needed, std::max<Wide>(1, free.value));
  return static_cast<std::int64_t>(std::clamp<Wide>(devices, 1, std::numeric_limits<std::int64_t>::max()));
}

Bytes Least::on_a_device(const Placement& placement) {
  const Wide group = Wide{placement.tp} * placement.cp * placement.pp;
  const Wide across = std::max<Wide>(1, placement.ep / (Wide{placement.tp} * placement.cp));
  const auto here = static_cast<std::int64_t>(ceil_div(users_, placement.dp));
  const Wide cache = kept(terms_of_device(placement.tp), here).value / (Wide{placement.pp} * placement.cp);
  return Bytes{others_.value / group + experts_.value / (group * across) + cache};
}

}  // namespace kvtally
