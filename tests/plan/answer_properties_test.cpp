#include <algorithm>
#include <rapidcheck.h>

#include "account/random_composition.hpp"
#include "plan/deployments.hpp"
#include "plan/placements.hpp"

namespace kvtally::answer_properties_test {

namespace {

// One of the zoo, or a few layers of random parts with weights that a file stored without names.
test::Weighed any_model() {
  if (test::coin()) {
    return test::weighed(*rc::gen::elementOf(std::vector<std::string>{
        "llama-2-7b", "llama-3.1-8b", "gemma-3-27b", "gpt-oss-20b", "deepseek-v3", "jamba-v0.1",
        "qwen3-next-80b-a3b", "deepseek-v4-flash", "kimi-linear-48b-a3b", "rwkv-7"}));
  }
  test::Weighed out{test::random_model(), {}};
  WeightGroup group;
  group.part = WeightPart::other;
  group.copy = Bytes{test::pick(1, 1 << 20)};
  out.weights.groups.push_back(group);
  return out;
}

// About as much as a few users take, so that answers are neither trivial nor none.
Bytes any_memory(const test::Weighed& of, Tokens context) {
  const Wide needed = of.weights.total().value + tally(terms_of(of.model), context).total().value * 3;
  return Bytes{needed * test::pick(1, 40) / 16 + 1};
}

FitQuestion any_question(const test::Weighed& of, Asked asked) {
  FitQuestion out = test::question(asked, test::pick(1, 100'000), test::pick(1, 50), {});
  Demand& demand = out.demand;
  if (test::coin()) {
    demand.prompt = Tokens{test::pick(1, 60'000)};
    demand.samples = test::pick(1, 4);
  }
  if (test::coin()) {
    demand.shared_prefix = Tokens{test::pick(0, 60'000)};
  }
  if (test::coin() && asked != Asked::context) {
    const Tokens last = longest_of(demand);
    demand.contexts = {{Tokens{test::pick(1, static_cast<std::int64_t>(last.value))}, test::pick(1, 9), 10},
                       {last, 10, 10}};
  }
  demand.batched_tokens = test::pick(1, 64);
  out.usable = any_memory(of, longest_of(demand));
  out.most_devices = 12;
  return out;
}

// Devices, more than any where nothing fits.
std::int64_t needed(const test::Weighed& of, const FitQuestion& question) {
  const FitAnswer answer = test::answer(of, question);
  return answer.fits ? test::devices_of(answer) : question.most_devices + 1;
}

bool fits(const test::Weighed& of, const FitQuestion& question, const Demand& demand, std::int64_t users,
          std::int64_t devices) {
  return std::ranges::any_of(enumerate_placements(of.model, devices).possible, [&](const Placement& placement) {
    const auto layout = lay_out(of.model, of.weights, placement, demand, users);
    return layout && fullest(*layout, demand, users, question.reserve).total() <= question.usable;
  });
}

void holds(const std::string& what, const std::function<void()>& property) {
  CHECK_MESSAGE(rc::check(what, property), what);
}

TEST_CASE("more context and more users never need fewer devices, more memory never more") {
  holds("devices are monotone", [] {
    const test::Weighed of = any_model();
    FitQuestion question = any_question(of, Asked::devices);
    const std::int64_t before = needed(of, question);
    FitQuestion longer = question;
    longer.demand.contexts.back().context += Tokens{test::pick(1, 20'000)};
    RC_ASSERT(needed(of, longer) >= before);
    FitQuestion busier = question;
    busier.users += test::pick(1, 20);
    RC_ASSERT(needed(of, busier) >= before);
    question.usable += Bytes{test::pick(1, 1 << 30)};
    RC_ASSERT(needed(of, question) <= before);
  });
}

TEST_CASE("the devices answered are the fewest that any placement fits on") {
  holds("as a search through all finds", [] {
    const test::Weighed of = any_model();
    const FitQuestion question = any_question(of, Asked::devices);
    const std::int64_t answer = needed(of, question);
    for (std::int64_t n = 1; n <= question.most_devices && n <= answer; ++n) {
      RC_ASSERT(fits(of, question, question.demand, question.users, n) == (n == answer));
    }
  });
}

TEST_CASE("the users answered fit, and one more does not") {
  holds("largest", [] {
    const test::Weighed of = any_model();
    FitQuestion question = any_question(of, Asked::users);
    question.devices = test::pick(1, 6);
    const FitAnswer answer = test::answer(of, question);
    const std::int64_t users = answer.fits ? answer.users : 0;
    RC_ASSERT(users == 0 || fits(of, question, question.demand, users, *question.devices));
    RC_ASSERT(users == (1 << 24) - 1 || !fits(of, question, question.demand, users + 1, *question.devices));
    question.usable += Bytes{test::pick(1, 1 << 30)};
    const FitAnswer roomier = test::answer(of, question);
    RC_ASSERT((roomier.fits ? roomier.users : 0) >= users);
  });
}

TEST_CASE("the context answered fits, and one token more does not") {
  holds("longest", [] {
    const test::Weighed of = any_model();
    FitQuestion question = any_question(of, Asked::context);
    question.devices = test::pick(1, 6);
    const FitAnswer answer = test::answer(of, question);
    const auto at = [&](Tokens context) {
      Demand demand = question.demand;
      demand.contexts = {{context, 1, 1}};
      return fits(of, question, demand, question.users, *question.devices);
    };
    RC_ASSERT(answer.fits == at(Tokens{1}));
    if (answer.fits) {
      RC_ASSERT(at(answer.context));
      RC_ASSERT(answer.context == question.longest || !at(answer.context + Tokens{1}));
    }
  });
}

TEST_CASE("sharing never needs more memory") {
  holds("sharing saves", [] {
    const test::Weighed of = any_model();
    Demand demand = any_question(of, Asked::users).demand;
    const std::int64_t users = test::pick(1, 30);
    const std::vector<Term> terms = terms_of(of.model);
    Demand alone = demand;
    alone.shared_prefix = {};
    RC_ASSERT(reserve_for(terms, demand, users).total() <= reserve_for(terms, alone, users).total());
    // Requests of one length: of a mixture more requests are rounded to its classes otherwise.
    alone.contexts = {{longest_of(alone), 1, 1}};
    Demand apart = alone;
    apart.samples = 1;
    RC_ASSERT(reserve_for(terms, alone, users).total() <=
              reserve_for(terms, apart, users * alone.samples).total());
  });
}

TEST_CASE("the devices hold at least what is needed in one pool of memory") {
  holds("devices x usable", [] {
    const test::Weighed of = any_model();
    const FitQuestion question = any_question(of, Asked::devices);
    const FitAnswer answer = test::answer(of, question);
    if (answer.fits) {
      RC_ASSERT(question.usable * test::devices_of(answer) >= answer.devices_exact.numerator);
      RC_ASSERT(answer.kept_everywhere >= answer.cache_bytes);
      RC_ASSERT(answer.most_users >= answer.users);
      RC_ASSERT(answer.memory.total() <= question.usable);
    }
  });
}

}  // namespace

}  // namespace kvtally::answer_properties_test
