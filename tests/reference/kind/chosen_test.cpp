#include "reference/kind/chosen.hpp"

#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <rapidcheck.h>

#include "reference/kind/steps.hpp"

namespace kvtally::reference::chosen_test {

namespace {

using List = std::vector<std::int64_t>;
constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

}  // namespace

TEST_CASE("the best scores, ascending; the earlier of equal ones; never -inf, never what is no number") {
  const std::vector<Real> scores{2, 5, -kInfinity, 5, kInfinity, std::numeric_limits<Real>::quiet_NaN(), 5, -1};
  CHECK(top_k(scores, 0) == List{});
  CHECK(top_k(scores, 1) == List{4});
  CHECK(top_k(scores, 2) == List{1, 4});
  CHECK(top_k(scores, 3) == List{1, 3, 4});
  CHECK(top_k(scores, 5) == List{0, 1, 3, 4, 6});
  CHECK(top_k(scores, 100) == List{0, 1, 3, 4, 6, 7});
}

TEST_CASE("the best of scores with few values, against sorting all of them") {
  CHECK(rc::check([] {
    const auto drawn = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 4));
    const auto count = *rc::gen::inRange<std::int64_t>(0, 12);
    const std::vector<Real> scores(drawn.begin(), drawn.end());
    List order(scores.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](std::int64_t a, std::int64_t b) {
      return scores[static_cast<std::size_t>(a)] > scores[static_cast<std::size_t>(b)];
    });
    order.resize(std::min(order.size(), static_cast<std::size_t>(count)));
    std::ranges::sort(order);
    RC_ASSERT(top_k(scores, count) == order);
  }));
}

TEST_CASE("a choice is padded, and tails are added where the newest block is incomplete") {
  // Two queries at positions 5 and 6, blocks of 2: block 3 begins with token 6.
  Chosen chosen = best_of(Tensor({1, 1, 2, 3}, {1, 3, 2, -kInfinity, -kInfinity, 4}), 2, 2);
  CHECK(chosen.blocks.shape == Shape{1, 1, 2, 2});
  CHECK(chosen.blocks.blocks == List{1, 2, 2, -1});
  add_tails(chosen.blocks, 5);
  CHECK(chosen.blocks.blocks == List{1, 2, -1, 2, -1, 3});
  CHECK(chosen.blocks.of(0, 0, 1) == List{2, 3});
  CHECK(chosen.blocks.of(0, 7, 1) == List{2, 3});  // one list serves all key heads
}

TEST_CASE("a choice as a mask") {
  // One list each key head, for two query heads each; blocks of 2.
  const BlockChoice choice{2, {1, 2, 1, 1}, {0, 1}};
  const Mask mask = chosen(choice, 9, 4);
  const auto sees = [&](std::int64_t head, std::int64_t key) { return mask({0, head, 9, key}); };
  CHECK(sees(0, 0));
  CHECK(sees(1, 1));
  CHECK_FALSE(sees(1, 2));
  CHECK(sees(2, 2));
  CHECK(sees(3, 3));
  CHECK_FALSE(sees(3, 4));
}

TEST_CASE("reading a choice alone and masking the rest is the same") {
  Counter counter;
  const NewTokens text = test::text_of(11);
  const Tensor scores = test::random_tensor({1, test::kKeyHeads, 11, 11}, 9);
  const BlockChoice choice = best_of(scores, 4, 1).blocks;
  const auto output = [&](const char* name) {
    Cache cache = test::holding(test::holders(11, 11).front().make(counter));
    const Means means = reading({cache, 0, kernel(name), counter}, choice);
    return attend(means, text, reading_mask(means, test::kQueryHeads), {}).output;
  };
  CHECK(largest_difference(output("eager"), output("block_sparse")) < (sizeof(Real) == 8 ? 1e-13 : 1e-5));
  Cache cache = test::holding(test::holders(11, 11).front().make(counter));
  const Means plain{cache, 0, kernel("eager"), counter};
  CHECK(reading_mask(plain, 4)({0, 0, 3, 3}));  // without a choice: causal alone
  CHECK_FALSE(reading_mask(plain, 4)({0, 0, 3, 4}));
}

}  // namespace kvtally::reference::chosen_test
