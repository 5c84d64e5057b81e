#include "plan/engine_cache.hpp"

#include "plan/answer.hpp"
#include "plan/deployments.hpp"
#include "support/print.hpp"
#include "support/small_engine.hpp"

namespace kvtally::engine_cache_test {

namespace {

std::shared_ptr<const EngineCache> cache_of(const Model& model, FlagTexts flags = {}) {
  return std::make_shared<const EngineCache>(test::small_engine(), model, std::move(flags), "");
}

// 524,288 bytes a token, and 64 bytes a request; the small engine divides nothing.
TEST_CASE("what the engine allocates for so many requests of a placement") {
  const auto cache = cache_of(test::weighed("llama-2-7b").model);
  CHECK(cache->on_a_device({}, 1, Tokens{4096}) == Bytes{2147483712});
  CHECK(cache->on_a_device({}, 3, Tokens{4096}) == Bytes{Wide{3} * 2147483712});
  CHECK(cache->on_a_device({4, 1, 1, 2, 1}, 3, Tokens{4096}) == Bytes{Wide{3} * 2147483712});
  CHECK(cache->on_a_device({}, 1, Tokens{4096}) == Bytes{2147483712});  // as it was
  const auto padded = cache_of(test::weighed("llama-2-7b").model, {{"--padded", ""}});
  CHECK(padded->on_a_device({}, 1, Tokens{4096}) == Bytes{Wide{5000} * 524288 + 64});
}

TEST_CASE("what it refuses") {
  const Model model = test::weighed("llama-2-7b").model;
  CHECK(cache_of(model)->on_a_device({1, 1, 2, 1, 1}, 1, Tokens{8}).error() == "Small has no flag for --pp");
  CHECK(cache_of(model)->on_a_device({16, 1, 1, 1, 1}, 1, Tokens{8}).error() ==
        "--tp: '16' is not a number from 1 to 8");
  CHECK(cache_of(model, {{"--memory", "1GiB"}})->on_a_device({}, 1, Tokens{4096}).error() ==
        "Small would not start: Small: 2147483648 B of cache do not fit into 1073741824 B");
}

// Flags that say another length than the one that is asked for are refused before; here they stand first.
TEST_CASE("it must hold all that is asked for") {
  const auto cache = cache_of(test::weighed("llama-2-7b").model, {{"--length", "100"}});
  CHECK(cache->on_a_device({}, 2, Tokens{4096}).error() ==
        "Small would hold 2 requests of 100 tokens, not 2 of 4096");
}

FitAnswer answer(Asked asked, std::int64_t users, Bytes usable, bool engine) {
  const test::Weighed llama = test::weighed("llama-2-7b");
  FitQuestion question;
  question.asked = asked;
  question.demand = demand_of(Tokens{4096});
  question.demand.engine = engine ? cache_of(llama.model, {{"--padded", ""}}) : nullptr;
  question.users = users;
  question.placement = Placement{};
  question.longest = Tokens{4096};
  question.usable = usable;
  return answer_fit(llama.model, llama.weights, question);
}

TEST_CASE("a fit holds what the engine allocates") {
  const Bytes usable{Wide{40} << 30};
  const FitAnswer with = answer(Asked::users, 1, usable, true);
  const FitAnswer without = answer(Asked::users, 1, usable, false);
  const Bytes each{Wide{5000} * 524288 + 64};
  REQUIRE(with.fits);
  CHECK(with.cache_bytes_per_user == each);
  CHECK(with.cache_bytes == each * with.users);
  CHECK(with.memory.cache == each * with.users);
  CHECK(with.memory.state == Bytes{});
  CHECK(with.memory.total() <= usable);
  CHECK(with.memory.total() + each > usable);
  CHECK(with.users < without.users);
  CHECK(with.memory.weights == without.memory.weights);
}

TEST_CASE("the longest context is that of the engine's steps") {
  // padded to whole thousands, 4000 is the last that costs no more
  const test::Weighed llama = test::weighed("llama-2-7b");
  const Bytes others = answer(Asked::nothing, 1, Bytes{Wide{40} << 30}, true).memory.total() -
                       answer(Asked::nothing, 1, Bytes{Wide{40} << 30}, true).memory.cache;
  const FitAnswer context = answer(Asked::context, 1, others + Bytes{Wide{4000} * 524288 + 64}, true);
  REQUIRE(context.fits);
  CHECK(context.context == Tokens{4000});
  CHECK(context.memory.cache == Bytes{Wide{4000} * 524288 + 64});
}

TEST_CASE("a placement that the engine has no flag for is refused in words") {
  const test::Weighed llama = test::weighed("llama-2-7b");
  Demand demand = demand_of(Tokens{4096});
  demand.engine = cache_of(llama.model);
  const auto layout = lay_out(llama.model, llama.weights, {1, 1, 2, 1, 1}, demand, 1);
  REQUIRE_FALSE(layout.has_value());
  CHECK(layout.error() == std::vector<std::string>{"Small has no flag for --pp"});
}

TEST_CASE("without an engine the account stands") {
  const Model model = test::weighed("llama-2-7b").model;
  Demand demand = demand_of(Tokens{4096});
  CHECK(undivided(model, demand, 3) == std::pair(Bytes{2147483648}, Bytes{Wide{3} * 2147483648}));
  demand.engine = cache_of(model);
  CHECK(undivided(model, demand, 3) == std::pair(Bytes{2147483712}, Bytes{Wide{3} * 2147483712}));
}

}  // namespace

}  // namespace kvtally::engine_cache_test
