#include "plan/answer.hpp"

#include <algorithm>

#include "plan/placements.hpp"

namespace kvtally {

namespace {

// Finds placements that do, and says what the others lack.
class Solver {
 public:
  Solver(const Model& model, const WeightLoad& weights, const FitQuestion& question)
      : model_(model), weights_(weights), question_(question) {
    if (question_.asked == Asked::context) {
      question_.demand.contexts = {{question_.longest, 1, 1}};
    }
    answer_.weight_bytes = weights.total(question.demand.drafting);
  }

  FitAnswer solve() {
    if (question_.asked == Asked::devices) {
      devices();
    } else {
      on_given_devices();
    }
    smallest_tp();
    finish();
    return std::move(answer_);
  }

 private:
  Bytes usable() const { return question_.usable; }

  std::int64_t users_of(const Layout& layout) const {
    return most_users(layout, question_.demand, usable(), question_.reserve);
  }

  DeviceMemory memory(const Layout& layout, std::int64_t users) const {
    return fullest(layout, question_.demand, users, question_.reserve);
  }

  bool fits(const Layout& layout) const { return memory(layout, question_.users).total() <= usable(); }

  std::vector<Layout> layouts(std::int64_t devices) {
    std::vector<Layout> out;
    Placements placements;
    if (question_.placement) {
      placements.possible = {*question_.placement};
    } else {
      placements = enumerate_placements(model_, devices);
    }
    for (const Placement& placement : placements.possible) {
      auto layout = lay_out(model_, weights_, placement, question_.demand);
      if (layout) {
        out.push_back(std::move(*layout));
      } else {
        refuse(layout.error().front());
      }
    }
    for (const RefusedPlacements& refused : placements.refused) {
      refuse(refused.why);
    }
    return out;
  }

  void refuse(const std::string& why) {
    if (std::ranges::find(answer_.refused, why) == answer_.refused.end()) {
      answer_.refused.push_back(why);
    }
  }

  // No sum over devices is less than what the model itself needs, a prefix that all share counted once.
  std::int64_t fewest_possible() const {
    const std::vector<Term> terms = terms_of(model_, question_.demand.drafting);
    const Wide needed =
        answer_.weight_bytes.value + (question_.demand.shared_prefix.value > 0 || question_.demand.samples > 1
                                          ? Wide{0}
                                          : tally_of(reserve_for(terms, question_.demand, question_.users)).value);
    const Wide free = std::max<Wide>(1, usable().value - question_.reserve.value);
    return static_cast<std::int64_t>(
        std::min<Wide>(std::max<Wide>(1, ceil_div(needed, free)), question_.most_devices));
  }

  static Bytes tally_of(const Tally& kept) { return kept.total(); }

  void devices() {
    for (std::int64_t n = fewest_possible(); n <= question_.most_devices; ++n) {
      std::vector<Layout> all = layouts(n);
      const auto unfit = std::ranges::stable_partition(all, [&](const Layout& layout) { return fits(layout); });
      std::vector<Layout> fitting(std::make_move_iterator(all.begin()), std::make_move_iterator(unfit.begin()));
      if (!fitting.empty()) {
        answer_.refused.clear();
        note_smaller(n - 1);
        take_best(std::move(fitting), [](const Alternative& a) {
          return std::tuple(-a.layout.placement.tp, a.layout.placement.pp, a.layout.placement.dp);
        });
        return;
      }
    }
    note_smaller(question_.most_devices);
  }

  void on_given_devices() {
    const std::int64_t n = question_.placement ? question_.placement->devices() : question_.devices.value_or(1);
    std::vector<Layout> all = layouts(n);
    std::erase_if(all, [&](const Layout& layout) {
      return question_.asked == Asked::users     ? users_of(layout) == 0
             : question_.asked == Asked::context ? !longest(layout)
                                                 : !fits(layout);
    });
    if (all.empty()) {
      note_smaller(n);
      return;
    }
    answer_.refused.clear();
    take_best(std::move(all), [](const Alternative& a) {
      return std::tuple(-a.context.value, -a.users, -a.layout.placement.tp, a.layout.placement.pp);
    });
  }

  std::optional<Tokens> longest(const Layout& layout) const {
    return longest_fit(layout, question_.demand, question_.users, usable(), question_.reserve, question_.longest);
  }

  template <class Key>
  void take_best(std::vector<Layout> layouts, Key key) {
    std::vector<Alternative> all;
    for (Layout& layout : layouts) {
      const std::int64_t users = question_.asked == Asked::context ? question_.users : users_of(layout);
      const Tokens context = question_.asked == Asked::context ? *longest(layout) : longest_of(question_.demand);
      all.push_back({std::move(layout), users, context});
    }
    std::ranges::stable_sort(all, {}, key);
    answer_.fits = true;
    answer_.users = question_.asked == Asked::users ? all.front().users : question_.users;
    answer_.context = all.front().context;
    answer_.layout = std::move(all.front().layout);
    all.erase(all.begin());
    answer_.alternatives = std::move(all);
  }

  // What the placement on so many devices that comes nearest lacks.
  void note_smaller(std::int64_t devices) {
    if (devices < 1) {
      return;
    }
    if (question_.asked == Asked::context) {
      question_.demand.contexts = {{Tokens{1}, 1, 1}};
    }
    const std::int64_t users = question_.asked == Asked::users ? 1 : question_.users;
    for (const Layout& layout : layouts(devices)) {
      const DeviceMemory m = memory(layout, users);
      if (m.total() > usable() && (!answer_.smaller || m.total() < answer_.smaller->memory.total())) {
        answer_.smaller = {layout.placement, m, m.total() - usable()};
      }
    }
  }

  void smallest_tp() {
    if (question_.placement || question_.asked != Asked::devices) {
      return;
    }
    for (std::int64_t tp = 1; tp <= question_.most_devices; tp *= 2) {
      const auto layout = lay_out(model_, weights_, Placement{tp, 1, 1, 1, 1}, question_.demand);
      if (layout && fits(*layout)) {
        answer_.smallest_tp = tp;
        return;
      }
    }
  }

  void finish() {
    if (question_.asked == Asked::context) {
      question_.demand.contexts = {{answer_.fits ? answer_.context : Tokens{1}, 1, 1}};
    }
    const Tokens context = longest_of(question_.demand);
    answer_.context = context;
    answer_.cache_bytes_per_user = tally(terms_of(model_, question_.demand.drafting), context).total();
    const std::int64_t users = answer_.fits ? answer_.users : question_.users;
    answer_.devices_exact = {answer_.weight_bytes + answer_.cache_bytes_per_user * users, usable().value};
    if (!answer_.fits) {
      return;
    }
    answer_.memory = memory(*answer_.layout, answer_.users);
    answer_.most_users = users_of(*answer_.layout);
    note_next();
  }

  void note_next() {
    const Layout& layout = *answer_.layout;
    DeviceMemory more;
    if (question_.asked == Asked::context && answer_.context < question_.longest) {
      question_.demand.contexts = {{answer_.context + Tokens{1}, 1, 1}};
      more = memory(layout, answer_.users);
    } else if (question_.asked == Asked::users) {
      more = memory(layout, answer_.users + 1);
    }
    if (more.total() > usable()) {
      answer_.next = {layout.placement, more, more.total() - usable()};
    }
  }

  const Model& model_;
  const WeightLoad& weights_;
  FitQuestion question_;
  FitAnswer answer_;
};

}  // namespace

FitAnswer answer_fit(const Model& model, const WeightLoad& weights, const FitQuestion& question) {
  return Solver(model, weights, question).solve();
}

}  // namespace kvtally
