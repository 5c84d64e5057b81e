#include "plan/front.hpp"

#include <doctest/doctest.h>

#include "plan/plans.hpp"

namespace kvtally::front_test {

namespace {

PlanCandidate candidate(std::int64_t devices, double token, std::int64_t users) {
  PlanCandidate out;
  out.placement.dp = devices;
  out.token = Seconds{token};
  out.most_users = users;
  return out;
}

TEST_CASE("one dominates another when it is worse in nothing and better in one") {
  const PlanCandidate base = candidate(4, 1.0, 100);
  CHECK_FALSE(dominates(base, base));
  CHECK(dominates(candidate(3, 1.0, 100), base));
  CHECK(dominates(candidate(4, 0.9, 100), base));
  CHECK(dominates(candidate(4, 1.0, 101), base));
  CHECK_FALSE(dominates(candidate(3, 1.1, 100), base));
  CHECK_FALSE(dominates(candidate(3, 1.0, 99), base));
  CHECK_FALSE(dominates(base, candidate(3, 1.0, 100)));
  PlanCandidate with_prompts = candidate(4, 1.0, 100);
  with_prompts.prompts = PromptReplicas{Placement{}, 1};  // these count too
  CHECK(dominates(base, with_prompts));
}

// The same layout with times and devices that are said.
class Contest {
 public:
  explicit Contest(bool each_device = false)
      : question_(test::question(test::kDense, test::device("a", 1'000'000))),
        layout_(*lay_out(question_.formats[0].model, question_.formats[0].weights, {}, question_.demand)) {
    question_.devices.push_back(test::device("b", 2'000'000));  // holds more
    question_.each_device = each_device;
  }

  void enter(std::size_t device, std::int64_t prompts, double token, double first = 1, std::size_t formats = 0) {
    PlanCandidate out;
    out.device = device;
    out.prompts = PromptReplicas{Placement{}, prompts};
    out.formats = formats;
    out.token = Seconds{token};
    out.first_token = Seconds{first};
    all_.push_back({out, &layout_});
  }

  std::string front() const {
    std::string out;
    for (const PlanCandidate& c : front_of(question_, all_)) {
      out += fmt::format("{}{} {} {}\n", question_.devices[c.device].id, c.devices(), c.token.value,
                         c.first_token.value);
      CHECK(c.most_users ==
            most_users(layout_, question_.demand, *question_.devices[c.device].usable_memory, c.memory.reserve));
    }
    return out;
  }

 private:
  PlanQuestion question_;
  Layout layout_;
  std::vector<Contender> all_;
};

TEST_CASE("a device that holds more betters one that is no faster") {
  Contest contest;
  contest.enter(0, 0, 3);
  contest.enter(1, 0, 3);
  contest.enter(0, 1, 2);
  contest.enter(0, 2, 2);  // as the one before, with one device more
  contest.enter(1, 2, 4);
  CHECK(contest.front() == "b1 3 1\na2 2 1\n");
  CHECK(Contest().front().empty());
}

TEST_CASE("each sort of device has a front of its own where that is asked") {
  Contest contest(true);
  contest.enter(0, 0, 3);
  contest.enter(1, 0, 3);
  contest.enter(0, 1, 3);
  CHECK(contest.front() == "b1 3 1\na1 3 1\n");
}

TEST_CASE("formats are not compared") {
  Contest contest;
  contest.enter(0, 0, 3);
  contest.enter(0, 1, 5, 1, 1);  // with more devices and slower
  contest.enter(0, 1, 6, 1, 1);
  CHECK(contest.front() == "a1 3 1\na2 5 1\n");
}

TEST_CASE("of equals the one with the earlier first token stands, then the first") {
  Contest contest;
  contest.enter(1, 0, 3, 9);
  contest.enter(1, 0, 3, 5);
  contest.enter(1, 0, 3, 5);
  CHECK(contest.front() == "b1 3 5\n");
}

}  // namespace

}  // namespace kvtally::front_test
