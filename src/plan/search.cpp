#include "plan/search.hpp"

#include <algorithm>
#include <cmath>

#include "plan/placements.hpp"
#include "plan/rejections.hpp"

namespace kvtally {

namespace {

constexpr std::int64_t kEachUpTo = 16;
constexpr std::int64_t kNode = 8;

// A layout with what it needs and does, whatever the device.
struct Worked {
  Layout layout;
  DeviceMemory memory;  // without reserve
  std::optional<LayoutWork> token;
  std::optional<LayoutWork> first_token;
};

class Planner {
 public:
  explicit Planner(const PlanQuestion& question) : question_(question), rejections_(question) {}

  Plan plan() {
    for (const Device& device : question_.devices) {
      rejections_.device(device);
    }
    for (std::size_t f = 0; f < question_.formats.size(); ++f) {
      if (question_.placement) {
        placement(f, *question_.placement);
        continue;
      }
      for (const std::int64_t n : device_counts(question_.most_devices)) {
        const Placements placements = enumerate_placements(question_.formats[f].model, n);
        for (const RefusedPlacements& refused : placements.refused) {
          rejections_.divided(refused);
        }
        for (const Placement& each : placements.possible) {
          placement(f, each);
        }
      }
    }
    return take();
  }

 private:
  void placement(std::size_t formats, const Placement& placement) {
    const PlanFormats& f = question_.formats[formats];
    auto layout = lay_out(f.model, f.weights, placement, question_.demand);
    if (!layout) {
      rejections_.divided({layout.error().front(), {placement}});
      return;
    }
    Worked worked{std::move(*layout), {}, {}, {}};
    worked.memory = fullest(worked.layout, question_.demand, question_.users, Bytes{});
    for (std::size_t d = 0; d < question_.devices.size(); ++d) {
      if (usable(question_.devices[d])) {
        ++plan_.considered;
        candidate(d, formats, worked);
      }
    }
  }

  // Cards without a link of their own speak over the host that they share.
  static std::int64_t domain_of(const Device& device) {
    return device.scale_up_domain.value_or(device.devices_per_node.value_or(1));
  }

  static bool usable(const Device& device) { return device.usable_memory && device.bandwidth; }

  void candidate(std::size_t d, std::size_t formats, Worked& worked) {
    const Device& device = question_.devices[d];
    const Placement& placement = worked.layout.placement;
    PlanCandidate out;
    out.device = d;
    out.formats = formats;
    out.placement = placement;
    out.memory = worked.memory;
    out.memory.reserve = question_.reserve.of(*device.usable_memory);
    if (placement.tp * placement.cp > domain_of(device)) {
      rejections_.domain(out);
    } else if (out.memory.total() > *device.usable_memory) {
      rejections_.memory(out);
    } else if (timed(out, device, worked)) {
      out.most_users = most_users(worked.layout, question_.demand, *device.usable_memory, out.memory.reserve);
      plan_.front.push_back(out);
    }
  }

  bool timed(PlanCandidate& out, const Device& device, Worked& worked) {
    const PlanFormats& f = question_.formats[out.formats];
    const auto rates = rates_of(worked.layout, device, question_.achieved);
    if (!rates) {
      return false;
    }
    if (!worked.token) {
      worked.token = step_work(worked.layout, f.model, question_.demand, question_.users, f.reading);
      worked.first_token = first_token_work(worked.layout, f.model, question_.demand, question_.prompt, f.reading);
    }
    out.step = time_of(*worked.token, out.placement, device, *rates).total;
    out.token = out.step;
    out.first_token = time_of(*worked.first_token, out.placement, device, *rates).total;
    if (const auto generated = generated_of(question_.demand)) {
      add_prompts(out, device, worked.layout, static_cast<double>(generated->value));
    }
    if (device.price) {
      const double an_hour = static_cast<double>(*device.price * out.devices()) / 1000;
      const double tokens = static_cast<double>(question_.users * question_.demand.samples) / out.token.value;
      out.dollars = an_hour / 3600 / tokens * 1e6;
    }
    return in_time(out);
  }

  bool in_time(const PlanCandidate& out) {
    if (question_.token && out.token > *question_.token) {
      rejections_.token(out);
      return false;
    }
    if (question_.first_token && out.first_token > *question_.first_token) {
      rejections_.first_token(out);
      return false;
    }
    return true;
  }

  // In a steady state every user brings a prompt for each `generated` tokens. The same devices lose its time,
  // shared among the tokens of the replica's users; devices apart are as many replicas as the prompts keep busy.
  void add_prompts(PlanCandidate& out, const Device& device, const Layout& layout, double generated) const {
    const Placement& placement = out.placement;
    if (!question_.apart) {
      const auto here = static_cast<double>(ceil_div(question_.users, placement.dp));
      out.token += Seconds{here * out.first_token.value / generated};
      return;
    }
    const double prompts_a_second = static_cast<double>(question_.users) / (generated * out.step.value);
    const auto busy = static_cast<std::int64_t>(std::ceil(prompts_a_second * out.first_token.value));
    // Groups that share experts are one unit: a single one of them does not hold the model
    const std::int64_t groups = layout.stages.front().expert_groups;
    const auto units = static_cast<std::int64_t>(ceil_div(busy, groups));
    out.prefill_devices = units * groups * (placement.devices() / placement.dp);
    const std::optional<ByteRate> link = device.scale_up.one_way ? device.scale_up.one_way : device.host.one_way;
    Bytes moved;
    for (const std::vector<Term>& terms : layout.terms) {
      moved = std::max(moved, tally(terms, question_.prompt).total());
    }
    out.first_token += link ? time_to_move(moved, *link) : Seconds{};
  }

  bool is_dominated(const PlanCandidate& candidate) const {
    return std::ranges::any_of(plan_.front, [&](const PlanCandidate& other) {
      return (!question_.each_device || other.device == candidate.device) && dominates(other, candidate);
    });
  }

  Plan take() {
    plan_.meeting = static_cast<std::int64_t>(plan_.front.size());
    std::ranges::stable_sort(plan_.front, {}, [](const PlanCandidate& c) {
      return std::tuple(c.devices(), c.token, -c.most_users, c.device, c.formats);
    });
    std::vector<PlanCandidate> front;
    for (const PlanCandidate& candidate : plan_.front) {
      if (!is_dominated(candidate) && !equals_last(front, candidate)) {
        front.push_back(candidate);
      }
    }
    plan_.front = std::move(front);
    plan_.rejected = rejections_.take();
    return std::move(plan_);
  }

  // Of placements that are equal in everything that counts (EP where a layer has no choice …) the first stands.
  static bool equals_last(const std::vector<PlanCandidate>& front, const PlanCandidate& candidate) {
    return !front.empty() && front.back().device == candidate.device &&
           front.back().formats == candidate.formats && front.back().devices() == candidate.devices() &&
           front.back().token == candidate.token && front.back().most_users == candidate.most_users;
  }

  const PlanQuestion& question_;
  Rejections rejections_;
  Plan plan_;
};

}  // namespace

std::vector<std::int64_t> device_counts(std::int64_t most) {
  std::vector<std::int64_t> out;
  for (std::int64_t n = 1; n <= most; n += n < kEachUpTo ? 1 : kNode) {
    out.push_back(n);
  }
  return out;
}

bool dominates(const PlanCandidate& a, const PlanCandidate& b) {
  const bool no_worse = a.devices() <= b.devices() && a.token <= b.token && a.most_users >= b.most_users;
  return no_worse && (a.devices() < b.devices() || a.token < b.token || a.most_users > b.most_users);
}

Plan make_plan(const PlanQuestion& question) { return Planner(question).plan(); }

}  // namespace kvtally
