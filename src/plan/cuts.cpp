#include "plan/cuts.hpp"

#include "model/limits.hpp"

namespace kvtally {

// Both: the cut made for one more than the last cut held holds that, or no cut does (lay_out).

std::optional<MostUsers> most_in_any_cut(const Fitting& fitting, const Placement& placement,
                                         const Demand& demand) {
  std::optional<MostUsers> out;
  for (std::int64_t next = 1; next <= limits::kBatch; next = out->users + 1) {
    auto layout = fitting.lay(placement, demand, next);
    const std::int64_t users = layout ? most_users(*layout, demand, fitting.usable, fitting.reserve) : 0;
    if (users < next) {
      break;
    }
    out = {users, std::move(*layout)};
    if (placement.pp == 1) {
      break;
    }
  }
  return out;
}

std::optional<LongestContext> longest_in_any_cut(const Fitting& fitting, const Placement& placement,
                                                 const Demand& demand, std::int64_t users, Tokens limit) {
  std::optional<LongestContext> out;
  Demand asked = demand;
  for (Tokens next{1}; next <= limit; next = out->context + Tokens{1}) {
    asked.contexts = {{next, 1, 1}};
    auto layout = fitting.lay(placement, asked, users);
    const auto context =
        layout ? longest_fit(*layout, demand, users, fitting.usable, fitting.reserve, limit) : std::nullopt;
    if (!context || *context < next) {
      break;
    }
    out = {*context, std::move(*layout)};
    if (placement.pp == 1) {
      break;
    }
  }
  return out;
}

}  // namespace kvtally
