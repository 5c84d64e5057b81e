#include "plan/answer.hpp"

#include "model/counterfactual.hpp"
#include "plan/deployments.hpp"

namespace kvtally::answer_test {

namespace {

TEST_CASE("Llama 3.1 70B on four devices of 80 GiB, by hand") {
  const test::Weighed llama = test::weighed("llama-3.1-70b");
  FitQuestion question = test::question(Asked::users, 32768, 1, test::gibibytes(80));
  question.devices = 4;
  const FitAnswer answer = test::answer(llama, question);
  REQUIRE(answer.fits);
  CHECK(answer.layout->placement == Placement{.tp = 4});
  // A quarter of the weights, of which norms and nothing else are whole; 2.5 GiB a user.
  CHECK(answer.users == 18);
  CHECK(answer.memory.cache == Bytes{Wide{18} * 2560 << 20});
  CHECK(answer.cache_bytes_per_user == test::gibibytes(10));
  CHECK(answer.cache_bytes == test::gibibytes(180));
  CHECK(answer.kept_everywhere == test::gibibytes(180));
  CHECK(answer.weight_bytes == Bytes{Wide{70'553'706'496} * 2});
  CHECK(answer.devices_exact.numerator == answer.weight_bytes + test::gibibytes(180));
  REQUIRE(answer.next.has_value());
  CHECK(answer.next->memory.cache == Bytes{Wide{19} * 2560 << 20});
  CHECK(answer.next->lacking == answer.next->memory.total() - test::gibibytes(80));
}

TEST_CASE("the smallest number of devices, and what the nearest of fewer lacks") {
  const test::Weighed v3 = test::weighed("deepseek-v3");
  FitQuestion question = test::question(Asked::devices, 163840, 1, Bytes{85'523'536'281});
  question.reserve = Reserve{}.of(question.usable);
  const FitAnswer answer = test::answer(v3, question);
  CHECK(test::devices_of(answer) == 10);
  CHECK(answer.layout->placement == Placement{.tp = 2, .pp = 5});
  REQUIRE(answer.smaller.has_value());
  CHECK(answer.smaller->placement == Placement{.pp = 9});
  CHECK(answer.smaller->lacking == answer.smaller->memory.total() - question.usable);
  CHECK(answer.smaller->lacking > Bytes{});
  CHECK(answer.smallest_tp == 16);
  for (const Alternative& other : answer.alternatives) {
    CHECK(other.layout.placement.devices() == 10);
    CHECK(other.users >= 1);
  }
}

TEST_CASE("heads that are replicated are reserved more than once") {
  const test::Weighed llama = test::weighed("llama-3.1-70b");
  FitQuestion question = test::question(Asked::nothing, 131072, 1, test::gibibytes(80));
  question.placement = Placement{.tp = 16};
  const FitAnswer answer = test::answer(llama, question);
  CHECK(answer.fits);
  CHECK(answer.memory.cache == Bytes{5'368'709'120});
  CHECK(answer.kept_everywhere == Bytes{85'899'345'920});
  CHECK(answer.cache_bytes == Bytes{42'949'672'960});
  const test::Weighed v3 = test::weighed("deepseek-v3");
  question.placement = Placement{.tp = 8};
  question.usable = test::gibibytes(100);
  CHECK(test::answer(v3, question).memory.cache == Bytes{9'210'691'584});
}

TEST_CASE("the longest context ends at the model's own maximum or at the memory") {
  const test::Weighed llama = test::weighed("llama-3.1-8b");
  FitQuestion question = test::question(Asked::context, 1, 5, test::gibibytes(80));
  question.devices = 1;
  // 85,899,345,920 - 16,060,522,496 of weights - 2048 x 43,008 x 2 - 5 x 128,256 x 4 of activations, over 5 users'
  // 131,072 B a token
  CHECK(test::answer(llama, question).context == Tokens{106'292});
  CHECK(test::answer(llama, question).next.has_value());
  question.users = 2;
  CHECK(test::answer(llama, question).context == Tokens{131072});
  CHECK(!test::answer(llama, question).next.has_value());
  question.usable = test::gibibytes(10);
  const FitAnswer none = test::answer(llama, question);
  CHECK(!none.fits);
  CHECK(none.context == Tokens{1});
  REQUIRE(none.smaller.has_value());
  CHECK(none.smaller->memory.cache == Bytes{2 * 131072});
}

TEST_CASE("more tensor parallelism than a link joins is not preferred") {
  const test::Weighed llama = test::weighed("llama-2-7b");
  FitQuestion question = test::question(Asked::nothing, 4096, 1, test::gibibytes(24));
  question.devices = 16;
  CHECK(test::answer(llama, question).layout->placement == Placement{.tp = 16});
  question.domain = 8;
  CHECK(test::answer(llama, question).layout->placement == Placement{.tp = 8, .dp = 2});
  question.domain = 1;
  CHECK(test::answer(llama, question).layout->placement == Placement{.dp = 16});
}

TEST_CASE("placements that do not divide the model say why") {
  const test::Weighed llama = test::weighed("llama-3.1-8b");
  FitQuestion question = test::question(Asked::nothing, 4096, 1, test::gibibytes(80));
  question.placement = Placement{.tp = 3};
  const FitAnswer answer = test::answer(llama, question);
  CHECK(!answer.fits);
  CHECK(!answer.smaller.has_value());
  CHECK(answer.refused ==
        std::vector<std::string>{"num_key_value_heads 8 does not divide over tp 3; expected a tp "
                                 "that divides it, or that it divides"});
}

TEST_CASE("no more devices are tried than may be") {
  const test::Weighed gpt = test::weighed("gpt-3-175b");
  FitQuestion question = test::question(Asked::devices, 2048, 1000, Bytes{24'000'000'000});
  const std::int64_t needed = test::devices_of(test::answer(gpt, question));
  CHECK(needed > 400);
  question.most_devices = needed - 1;
  const FitAnswer none = test::answer(gpt, question);
  CHECK(!none.fits);
  REQUIRE(none.smaller.has_value());
  CHECK(none.smaller->placement.devices() < needed);
  question.most_devices = 3;
  CHECK(test::answer(gpt, question).smaller->placement.devices() == 3);
}

TEST_CASE("a counterfactual's cache beside the model's weights") {
  const test::Weighed v3 = test::weighed("deepseek-v3");
  const auto attention = parse_attention("mha");
  REQUIRE(attention.has_value());
  auto mha = counterfactual(v3.model, *attention);
  REQUIRE(mha.has_value());
  mha->weights = v3.model.weights;
  FitQuestion question = test::question(Asked::nothing, 131072, 1, test::gibibytes(2000));
  question.placement = Placement{.tp = 8};
  question.weighed = &v3.model;
  const FitAnswer answer = answer_fit(*mha, v3.weights, question);
  const FitAnswer own = test::answer(v3, question);
  REQUIRE(answer.fits);
  CHECK(answer.cache_bytes_per_user == test::gibibytes(488));
  CHECK(answer.memory.cache == test::gibibytes(61));
  CHECK(answer.memory.weights == own.memory.weights);
}

}  // namespace

}  // namespace kvtally::answer_test
