#include "hardware/crossover.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "account/largest_read.hpp"
#include "account/random_composition.hpp"
#include "hardware/roofline_models.hpp"
#include "model/limits.hpp"
#include "support/print.hpp"

namespace kvtally::crossover_test {

namespace {

TEST_CASE("Llama 2 7B: 524,288 bytes a token against 2-byte weights") {
  const Model model = test::zoo_model("llama-2-7b");
  CHECK(crossover(model, Bytes{13'476'831'232}, 1) == Tokens{25'705});  // all weights
  CHECK(crossover(model, Bytes{13'476'831'232 - 262'144'000 + 8192}, 1) ==
        Tokens{25'205});  // a row of the embedding
  CHECK(crossover(model, Bytes{13'476'831'232}, 8) == Tokens{25'705 / 8});
}

TEST_CASE("never, and at once") {
  CHECK_FALSE(crossover(test::zoo_model("rwkv-7"), Bytes{Wide{1} << 50}, 1));
  CHECK(crossover(test::zoo_model("llama-2-7b"), Bytes{1000}, 1) == Tokens{0});
}

TEST_CASE("property: it is the last context that reads no more than the weights") {
  CHECK(rc::check([] {
    const Model model = test::random_model();
    const Bytes weights{test::pick(1, 5'000'000)};
    const auto context = crossover(model, weights, 3);
    if (!context) {
      RC_ASSERT(largest_read(model, Tokens{limits::kTokens}) * 3 <= weights);
      return;
    }
    RC_ASSERT((context->value == 0 || largest_read(model, *context) * 3 <= weights));
    RC_ASSERT(largest_read(model, *context + Tokens{1}) * 3 > weights);
  }));
}

}  // namespace

}  // namespace kvtally::crossover_test
