#include "plan/front.hpp"

#include <algorithm>
#include <span>

#include "model/limits.hpp"

namespace kvtally {

namespace {

// Whoever dominates a candidate has no more devices and no longer a time, and so stands before it once they are
// sorted by these: a candidate is compared with the front so far alone. Of most it is enough to know that they do
// not hold one user more than somebody before; only the others' most users are searched.
class Front {
 public:
  explicit Front(const PlanQuestion& question) : question_(question) {}

  std::vector<PlanCandidate> of(std::vector<Contender> all) {
    const auto place = [](const Contender& c) { return std::tuple(c.candidate.devices(), c.candidate.token); };
    std::ranges::stable_sort(all, {}, place);
    for (auto first = all.begin(); first != all.end();) {
      const auto last =
          std::find_if(first, all.end(), [&](const Contender& c) { return place(c) != place(*first); });
      add_equals(std::span(first, last));
      first = last;
    }
    return std::move(front_);
  }

 private:
  // The most users of those before that take no longer.
  std::int64_t held_before(const PlanCandidate& candidate) const {
    std::int64_t most = 0;
    for (const PlanCandidate& before : front_) {
      if (rivals(question_, before, candidate) && before.token <= candidate.token) {
        most = std::max(most, before.most_users);
      }
    }
    return most;
  }

  bool holds(const Contender& contender, std::int64_t users) const {
    const PlanCandidate& c = contender.candidate;
    return users <= limits::kBatch &&
           fullest(*contender.layout, question_.demand, users, c.memory.reserve).total() <=
               *question_.devices[c.device].usable_memory;
  }

  // Candidates of as many devices and the same time.
  void add_equals(std::span<const Contender> equals) {
    std::vector<PlanCandidate> left;
    for (const Contender& contender : equals) {
      if (holds(contender, held_before(contender.candidate) + 1)) {
        left.push_back(contender.candidate);
        left.back().most_users =
            most_users(*contender.layout, question_.demand, *question_.devices[left.back().device].usable_memory,
                       left.back().memory.reserve);
      }
    }
    std::ranges::stable_sort(left, {}, [](const PlanCandidate& c) {
      return std::tuple(-c.most_users, c.device, c.formats, c.first_token);
    });
    const std::size_t before = front_.size();
    for (const PlanCandidate& candidate : left) {
      const auto bettered = [&](const PlanCandidate& other) {
        return rivals(question_, other, candidate) && other.most_users > candidate.most_users;
      };
      const bool repeats = front_.size() > before && front_.back().device == candidate.device &&
                           front_.back().formats == candidate.formats;
      if (!repeats && std::ranges::none_of(left, bettered)) {
        front_.push_back(candidate);
      }
    }
  }

  const PlanQuestion& question_;
  std::vector<PlanCandidate> front_;
};

}  // namespace

bool rivals(const PlanQuestion& question, const PlanCandidate& a, const PlanCandidate& b) {
  return a.formats == b.formats && (!question.each_device || a.device == b.device);
}

bool dominates(const PlanCandidate& a, const PlanCandidate& b) {
  const bool no_worse = a.devices() <= b.devices() && a.token <= b.token && a.most_users >= b.most_users;
  return no_worse && (a.devices() < b.devices() || a.token < b.token || a.most_users > b.most_users);
}

std::vector<PlanCandidate> front_of(const PlanQuestion& question, std::vector<Contender> contenders) {
  return Front(question).of(std::move(contenders));
}

}  // namespace kvtally
