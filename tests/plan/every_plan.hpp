#pragma once

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <set>
#include <tuple>
#include <vector>

#include "plan/search.hpp"

/// A plan by brute force: every five factors, every pair compared.
namespace kvtally::test {

struct Weighed {
  PlanCandidate candidate;
  Bytes usable;
};

inline std::int64_t users_held(const Layout& layout, const Demand& demand, Bytes usable, Bytes reserve) {
  const auto fits = [&](std::int64_t users) {
    return std::ranges::all_of(memory_of(layout, demand, users, reserve),
                               [&](const DeviceMemory& m) { return m.total() <= usable; });
  };
  std::int64_t step = 1;
  while (step < (1 << 23) && fits(step)) {
    step *= 2;
  }
  std::int64_t users = 0;
  for (; step > 0; step /= 2) {
    users += fits(users + step) ? step : 0;
  }
  return users;
}

/// What prompts add, worked anew from the words of the contract.
inline void add_prompts(PlanCandidate& c, const PlanQuestion& q, const Layout& layout, const LayoutTime& prompt) {
  if (!q.demand.prompt) {
    return;
  }
  double sum = prompt.link ? prompt.link->value : 0;
  double slowest = 0;
  for (const StepTime& stage : prompt.stages) {
    sum += stage.total.value;
    slowest = std::max(slowest, stage.total.value);
  }
  const double mean = sum / double(c.placement.pp);
  const double each = double((longest_of(q.demand) - *q.demand.prompt).value);
  if (!q.apart) {
    const std::int64_t here = (q.users + c.placement.dp - 1) / c.placement.dp;
    c.token.value += double(here) * mean / each;
    return;
  }
  const double rate = double(q.users) / (each * c.step.value);
  const auto busy = std::int64_t(std::ceil(rate * std::max(slowest, mean)));
  const std::int64_t together = std::max<std::int64_t>(1, c.placement.ep / (c.placement.tp * c.placement.cp));
  const std::int64_t replicas = (busy + together - 1) / together * together;
  c.prefill_devices = replicas * c.placement.tp * c.placement.cp * c.placement.pp;
  Bytes moved;
  for (const auto& terms : layout.terms) {
    moved = std::max(moved, tally(terms, q.prompt).total());
  }
  const Device& d = q.devices[c.device];
  c.first_token.value += double(moved.value) / double((d.scale_up.one_way ? d.scale_up : d.host).one_way->value);
}

inline std::vector<Placement> every_placement(const Model& model, std::int64_t most) {
  const std::int64_t experts = model.weights.size("num_experts").value_or(1);
  std::vector<Placement> out;
  for (std::int64_t tp = 1; tp <= most; ++tp) {
    for (std::int64_t pp = 1; tp * pp <= most; ++pp) {
      for (std::int64_t dp = 1; tp * pp * dp <= most; ++dp) {
        const std::int64_t n = tp * pp * dp;
        for (std::int64_t ep = 1; ep <= n && (n <= 16 || n % 8 == 0); ++ep) {
          const bool fits = tp % ep == 0 || (ep % tp == 0 && dp % (ep / tp) == 0);
          if (fits && (ep == 1 || experts % ep == 0)) {
            out.push_back({tp, 1, pp, dp, ep});
          }
        }
      }
    }
  }
  return out;
}

/// All that do what is asked.
inline std::vector<PlanCandidate> every_meeting(const PlanQuestion& q) {
  std::vector<PlanCandidate> out;
  for (std::size_t f = 0; f < q.formats.size(); ++f) {
    for (const Placement& placement : every_placement(q.formats[f].model, q.most_devices)) {
      const auto layout = lay_out(q.formats[f].model, q.formats[f].weights, placement, q.demand, q.users);
      for (std::size_t d = 0; layout && d < q.devices.size(); ++d) {
        const Device& device = q.devices[d];
        const auto rates = rates_of(*layout, device, q.achieved);
        PlanCandidate c;
        c.device = d;
        c.formats = f;
        c.placement = placement;
        c.memory = fullest(*layout, q.demand, q.users, q.reserve.of(*device.usable_memory));
        c.most_users = users_held(*layout, q.demand, *device.usable_memory, c.memory.reserve);
        c.step = time_of(step_work(*layout, q.formats[f].model, q.demand, q.users, q.formats[f].reading),
                         placement, device, *rates)
                     .total;
        const LayoutTime prompt =
            time_of(first_token_work(*layout, q.formats[f].model, q.demand, q.prompt, q.formats[f].reading),
                    placement, device, *rates);
        c.token = c.step;
        c.first_token = prompt.total;
        add_prompts(c, q, *layout, prompt);
        if (placement.tp <= *device.scale_up_domain && c.most_users >= q.users && c.devices() <= q.most_devices &&
            (!q.token || c.token <= *q.token) && (!q.first_token || c.first_token <= *q.first_token)) {
          out.push_back(c);
        }
      }
    }
  }
  return out;
}

/// Device, formats, devices, time, users.
using Point = std::tuple<std::size_t, std::size_t, std::int64_t, double, std::int64_t>;

inline Point point(const PlanCandidate& c) {
  return {c.device, c.formats, c.devices(), c.token.value, c.most_users};
}

/// Those of a plan's front, each once.
inline std::set<Point> points(const Plan& plan) {
  std::set<Point> out;
  for (const PlanCandidate& c : plan.front) {
    out.insert(point(c));
  }
  CHECK(out.size() == plan.front.size());
  return out;
}

/// Of all, those that none is better than; of equals one.
inline std::set<Point> best_of(const std::vector<PlanCandidate>& all, bool each_device) {
  std::set<Point> out;
  for (const PlanCandidate& c : all) {
    const bool bettered = std::ranges::any_of(all, [&](const PlanCandidate& other) {
      if (each_device && other.device != c.device) {
        return false;
      }
      const bool worse = other.devices() > c.devices() || other.token > c.token || other.most_users < c.most_users;
      const bool equal =
          other.devices() == c.devices() && other.token == c.token && other.most_users == c.most_users;
      return !worse && !equal;
    });
    if (!bettered) {
      out.insert(point(c));
    }
  }
  return out;
}

}  // namespace kvtally::test
