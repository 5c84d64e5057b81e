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

/// What prompts add to a token of the devices that compute them, worked anew from the words of the contract.
inline void add_share(PlanCandidate& c, const PlanQuestion& q, const LayoutTime& prompt) {
  double sum = prompt.link ? prompt.link->value : 0;
  for (const StepTime& stage : prompt.stages) {
    sum += stage.total.value;
  }
  const double each = double((longest_of(q.demand) - *q.demand.prompt).value);
  const std::int64_t here = (q.users + c.placement.dp - 1) / c.placement.dp;
  c.token.value += double(here) * (sum / double(c.placement.pp)) / each;
}

/// One replica that computes prompts alone: for how long each occupies it, and when its first token comes.
struct Alone {
  Placement placement;
  double occupied = 0;
  double first = 0;
};

/// Every one that has room for one prompt.
inline std::vector<Alone> every_replica(const PlanQuestion& q, const PlanCandidate& c) {
  const PlanFormats& f = q.formats[c.formats];
  const Device& device = q.devices[c.device];
  const std::int64_t experts = f.model.weights.size("num_experts").value_or(1);
  Demand one = demand_of(q.prompt);
  one.batched_tokens = q.demand.batched_tokens;
  std::vector<Alone> out;
  for (std::int64_t n = 1; n <= q.most_devices; ++n) {
    for (std::int64_t tp = 1; tp <= *device.scale_up_domain && (n <= 16 || n % 8 == 0); ++tp) {
      for (std::int64_t ep = 1; ep <= tp && n % tp == 0; ++ep) {
        const Placement placement{tp, 1, n / tp, 1, ep};
        const bool divides = tp % ep == 0 && (ep == 1 || experts % ep == 0);
        const auto layout = lay_out(f.model, f.weights, placement, one);
        if (!divides || !layout || users_held(*layout, one, *device.usable_memory, c.memory.reserve) < 1) {
          continue;
        }
        const LayoutTime time = time_of(first_token_work(*layout, f.model, one, q.prompt, f.reading), placement,
                                        device, *rates_of(*layout, device, q.achieved));
        double slowest = 0;
        double sum = time.link ? time.link->value : 0;
        Bytes moved;
        for (std::size_t i = 0; i < time.stages.size(); ++i) {
          sum += time.stages[i].total.value;
          slowest = std::max(slowest, time.stages[i].total.value);
          moved = std::max(moved, tally(layout->terms[i], q.prompt).total());
        }
        const auto link = (device.scale_up.one_way ? device.scale_up : device.host).one_way;
        out.push_back({placement, std::max(slowest, sum / double(placement.pp)),
                       time.total.value + double(moved.value) / double(link->value)});
      }
    }
  }
  return out;
}

/// Has the prompts computed by those that need the fewest devices, as many as are busy. Whether any are in time.
inline bool add_replicas(PlanCandidate& c, const PlanQuestion& q) {
  const double a_second =
      double(q.users) / (double((longest_of(q.demand) - *q.demand.prompt).value) * c.step.value);
  bool found = false;
  for (const Alone& alone : every_replica(q, c)) {
    const std::int64_t busy = std::max<std::int64_t>(1, std::llround(std::ceil(a_second * alone.occupied)));
    const PromptReplicas prompts{alone.placement, busy};
    const bool late = q.first_token && alone.first > q.first_token->value;
    if (!late && (!found || std::pair(prompts.devices(), alone.first) <
                                std::pair(c.prompts->devices(), c.first_token.value))) {
      found = true;
      c.prompts = prompts;
      c.first_token = Seconds{alone.first};
    }
  }
  return found;
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
        const bool apart = q.apart && q.demand.prompt;
        if (q.demand.prompt && !apart) {
          add_share(c, q, prompt);
        }
        if ((!apart || add_replicas(c, q)) && placement.tp <= *device.scale_up_domain && c.most_users >= q.users &&
            c.devices() <= q.most_devices && (!q.token || c.token <= *q.token) &&
            (!q.first_token || c.first_token <= *q.first_token)) {
          out.push_back(c);
        }
      }
    }
  }
  return out;
}

/// Whether the prompts of a plan's front are computed as they are in `all`.
inline bool same_prompts(const Plan& plan, const std::vector<PlanCandidate>& all) {
  return std::ranges::all_of(plan.front, [&](const PlanCandidate& c) {
    return std::ranges::any_of(all, [&](const PlanCandidate& other) {
      return other.device == c.device && other.formats == c.formats && other.placement == c.placement &&
             other.prompt_devices() == c.prompt_devices() &&
             std::abs(other.first_token.value - c.first_token.value) <= 1e-12 * c.first_token.value;
    });
  });
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
      if (other.formats != c.formats || (each_device && other.device != c.device)) {
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
