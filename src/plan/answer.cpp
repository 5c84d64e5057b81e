#include "plan/answer.hpp"

#include <algorithm>

#include "plan/cuts.hpp"
#include "plan/division.hpp"
#include "plan/engine_cache.hpp"
#include "plan/least.hpp"
#include "plan/placements.hpp"

namespace kvtally {

namespace {

Demand with_context(Demand demand, Tokens context) {
  demand.contexts = {{context, 1, 1}};
  return demand;
}

// Finds placements that do, and says what the others lack.
class Solver {
 public:
  Solver(const Model& model, const WeightLoad& weights, const FitQuestion& question)
      : question_(question),
        fitting_{model, weights, question.weighed, question.usable, question.reserve},
        least_(model, weights, least_demand(), question.asked == Asked::users ? 1 : question.users) {
    answer_.weight_bytes = weights.total(question.demand.drafting);
  }

  FitAnswer solve() {
    if (question_.asked == Asked::devices) {
      devices();
      smallest_tp();
    } else {
      on_given_devices();
    }
    finish();
    return std::move(answer_);
  }

 private:
  // What at least must fit for there to be an answer.
  Demand least_demand() const {
    return question_.asked == Asked::context ? with_context(question_.demand, Tokens{1}) : question_.demand;
  }
  std::int64_t least_users() const { return question_.asked == Asked::users ? 1 : question_.users; }

  Bytes free_of_reserve() const {
    return Bytes{std::max<Wide>(0, fitting_.usable.value - fitting_.reserve.value)};
  }

  DeviceMemory memory(const Layout& layout, const Demand& demand, std::int64_t users) const {
    return fullest(layout, demand, users, fitting_.reserve);
  }

  std::vector<Placement> placements(std::int64_t devices) {
    if (question_.placement) {
      return {*question_.placement};
    }
    Placements all = enumerate_placements(fitting_.model, devices);
    for (const RefusedPlacements& refused : all.refused) {
      refuse(refused.why);
    }
    return std::move(all.possible);
  }

  void refuse(const std::string& why) {
    if (std::ranges::find(answer_.refused, why) == answer_.refused.end()) {
      answer_.refused.push_back(why);
    }
  }

  // The layouts on so many devices that hold what at least must fit; of the others the one that lacks least is
  // remembered.
  std::vector<Layout> fitting(std::int64_t devices) {
    std::vector<Layout> out;
    for (const Placement& placement : placements(devices)) {
      if (const Bytes least = least_.on_a_device(placement); least > free_of_reserve()) {
        if (!hopeless_ || least <= hopeless_->second) {
          hopeless_ = {placement, least};
        }
        continue;
      }
      auto layout = fitting_.lay(placement, least_demand(), least_users());
      if (!layout) {
        refuse(layout.error().front());
      } else if (!lacks(*layout)) {
        out.push_back(std::move(*layout));
      }
    }
    return out;
  }

  bool lacks(const Layout& layout) {
    const DeviceMemory m = memory(layout, least_demand(), least_users());
    if (m.total() <= fitting_.usable) {
      return false;
    }
    if (!answer_.smaller || m.total() <= answer_.smaller->memory.total()) {
      answer_.smaller = {layout.placement, m, m.total() - fitting_.usable};
    }
    return true;
  }

  void devices() {
    const std::int64_t first = std::min(least_.devices(free_of_reserve()), question_.most_devices);
    for (std::int64_t n = first; n <= question_.most_devices; ++n) {
      const auto of_fewer = std::pair(answer_.smaller, hopeless_);
      if (std::vector<Layout> found = fitting(n); !found.empty()) {
        std::tie(answer_.smaller, hopeless_) = of_fewer;
        if (n == first && n > 1) {
          fitting(n - 1);
        }
        note_hopeless();
        answer_.refused.clear();
        take_best(std::move(found));
        return;
      }
    }
    note_hopeless();
  }

  void on_given_devices() {
    const std::int64_t n = question_.placement ? question_.placement->devices() : question_.devices.value_or(1);
    std::vector<Layout> found = fitting(n);
    if (found.empty()) {
      note_hopeless();
      return;
    }
    answer_.smaller.reset();
    answer_.refused.clear();
    take_best(std::move(found));
  }

  // Where nothing came near, the nearest of what was not even laid out.
  void note_hopeless() {
    if (!answer_.smaller && hopeless_) {
      if (const auto layout = fitting_.lay(hopeless_->first, least_demand(), least_users())) {
        lacks(*layout);
      }
    }
  }

  Alternative held(Layout layout) const {
    const Placement placement = layout.placement;
    if (question_.asked == Asked::context) {
      auto longest = longest_in_any_cut(fitting_, placement, question_.demand, question_.users, question_.longest);
      return {std::move(longest->layout), question_.users, longest->context};
    }
    auto most = most_in_any_cut(fitting_, placement, question_.demand);
    return {question_.asked == Asked::users ? std::move(most->layout) : std::move(layout), most->users,
            longest_of(question_.demand)};
  }

  bool beyond_domain(const Placement& placement) const {
    return question_.domain && placement.tp > *question_.domain;
  }

  void take_best(std::vector<Layout> layouts) {
    std::vector<Alternative> all;
    for (Layout& layout : layouts) {
      all.push_back(held(std::move(layout)));
    }
    const bool most = question_.asked == Asked::users;
    std::ranges::stable_sort(all, {}, [&](const Alternative& a) {
      const Placement& p = a.layout.placement;
      return std::tuple(-a.context.value, most ? -a.users : 0, beyond_domain(p), -p.tp, p.pp, p.dp);
    });
    answer_.fits = true;
    answer_.users = most ? all.front().users : question_.users;
    answer_.most_users = all.front().users;
    answer_.context = all.front().context;
    answer_.layout = std::move(all.front().layout);
    all.erase(all.begin());
    answer_.alternatives = std::move(all);
  }

  void smallest_tp() {
    if (question_.placement) {
      return;
    }
    for (std::int64_t tp = 1; tp <= question_.most_devices; ++tp) {
      const Placement placement{tp, 1, 1, 1, 1};
      Refusals refusals;
      if (least_.on_a_device(placement) > free_of_reserve() ||
          (device_model(fitting_.model, tp, refusals), !refusals.empty())) {
        continue;
      }
      const auto layout = fitting_.lay(placement, question_.demand, question_.users);
      if (layout && memory(*layout, question_.demand, question_.users).total() <= fitting_.usable) {
        answer_.smallest_tp = tp;
        return;
      }
    }
  }

  void finish() {
    if (question_.asked == Asked::context) {
      question_.demand = with_context(question_.demand, answer_.fits ? answer_.context : Tokens{1});
    }
    answer_.context = longest_of(question_.demand);
    answer_.users = answer_.fits ? answer_.users : question_.users;
    std::tie(answer_.cache_bytes_per_user, answer_.cache_bytes) =
        undivided(fitting_.model, question_.demand, answer_.users);
    answer_.devices_exact = {answer_.weight_bytes + answer_.cache_bytes, fitting_.usable.value};
    if (!answer_.fits) {
      return;
    }
    const Placement& p = answer_.layout->placement;
    answer_.memory = memory(*answer_.layout, question_.demand, answer_.users);
    const auto stages = memory_of(*answer_.layout, question_.demand, answer_.users, fitting_.reserve);
    for (const DeviceMemory& stage : stages) {
      answer_.kept_everywhere += (stage.cache + stage.state + stage.open) * (p.devices() / p.pp);
    }
    note_next();
  }

  // The same placement, cut for what is one more.
  void note_next() {
    Demand demand = question_.demand;
    std::int64_t users = answer_.users;
    if (question_.asked == Asked::context && answer_.context < question_.longest) {
      demand = with_context(demand, answer_.context + Tokens{1});
    } else if (question_.asked == Asked::users) {
      ++users;
    } else {
      return;
    }
    const auto layout = fitting_.lay(answer_.layout->placement, demand, users);
    const DeviceMemory more = layout ? memory(*layout, demand, users) : DeviceMemory{};
    if (more.total() > fitting_.usable) {
      answer_.next = {layout->placement, more, more.total() - fitting_.usable};
    }
  }

  FitQuestion question_;
  Fitting fitting_;
  Least least_;
  FitAnswer answer_;
  std::optional<std::pair<Placement, Bytes>> hopeless_;
};

}  // namespace

FitAnswer answer_fit(const Model& model, const WeightLoad& weights, const FitQuestion& question) {
  return Solver(model, weights, question).solve();
}

}  // namespace kvtally
