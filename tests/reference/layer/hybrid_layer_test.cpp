#include "reference/layer/hybrid_layer.hpp"

#include <doctest/doctest.h>

#include "reference/cache/dynamic.hpp"
#include "reference/cache/hybrid.hpp"
#include "reference/layer/state_weights.hpp"

namespace kvtally::reference::hybrid_layer_test {

namespace {

using test::kHidden;
using test::random_linear;
using test::random_tensor;

// 4 query heads on 2 key heads, keys of 4, values of 3.
HybridHeads random_layer() {
  return {.heads = 4,
          .key_heads = 2,
          .query = random_linear(16, kHidden, 1),
          .key = random_linear(8, kHidden, 2),
          .value = random_linear(6, kHidden, 3),
          .rate = random_linear(4, kHidden, 4),
          .decay = random_linear(4, kHidden, 5),
          .attention_norm = random_tensor({12}, 6),
          .state_norm = random_tensor({12}, 7),
          .output = random_linear(kHidden, 12, 8)};
}

class Memory {
 public:
  Memory() {
    auto state = std::make_unique<StateLayer>(counter);
    state->allocate("matrix", {1, 4, 4, 3}, codec("real"));
    auto entries = std::make_unique<DynamicLayer>(codec("real"), codec("real"), counter);
    auto both = std::make_unique<HybridLayer>(std::move(state), std::move(entries));
    layer = both.get();
    cache_.add(std::move(both));
  }
  HybridOutput take(const HybridHeads& heads, const Tensor& x) {
    return hybrid_heads({cache_, 0, kernel("eager"), counter}, layer->state(), heads, x);
  }

  Counter counter;
  HybridLayer* layer = nullptr;

 private:
  Cache cache_;
};

}  // namespace

TEST_CASE("steps are a prefill's rows, bit for bit") {
  const HybridHeads heads = random_layer();
  const Tensor x = random_tensor({1, 6, kHidden}, 9);
  Memory whole;
  const Tensor expected = whole.take(heads, x).output;
  Memory steps;
  Tensor out = steps.take(heads, slice(x, 1, 0, 3)).output;
  for (std::int64_t t = 3; t < 6; ++t) {
    out = joined(out, steps.take(heads, slice(x, 1, t, t + 1)).output, 1);
  }
  CHECK(out == expected);
  CHECK(steps.layer->state().held("matrix") == whole.layer->state().held("matrix"));
}

// An entry has 2 (4 + 3) numbers, the state 4 · 4 · 3 = 48.
TEST_CASE("a step costs what both halves cost") {
  const HybridHeads heads = random_layer();
  Memory memory;
  memory.take(heads, random_tensor({1, 5, kHidden}, 9));
  memory.counter.take();
  memory.take(heads, random_tensor({1, 1, kHidden}, 10));
  const Counts counts = memory.counter.take();
  CHECK(memory.layer->footprint().stored == test::real_bytes(6 * 14 + 48));
  CHECK(counts.read_of(Kept::entries) == test::real_bytes(6 * 14));
  CHECK(counts.read_of(Kept::state) == test::real_bytes(48));
  CHECK(counts.written_of(Kept::state) == test::real_bytes(48));
  CHECK(counts.useful_of(Work::scores) == MultiplyAdds{4 * 4 * 6});
  CHECK(counts.useful_of(Work::state) == MultiplyAdds{4 * 48});
}

TEST_CASE("the output is the mean of both halves") {
  HybridHeads heads = random_layer();
  const Tensor x = random_tensor({1, 3, kHidden}, 9);
  const auto output = [&](bool attention, bool state) {
    HybridHeads some = heads;
    some.attention_norm = attention ? heads.attention_norm : Tensor({12});
    some.state_norm = state ? heads.state_norm : Tensor({12});
    Memory memory;
    return memory.take(some, x).output;
  };
  Tensor sum = output(true, false);
  const Tensor other = output(false, true);
  for (std::size_t i = 0; i < sum.values().size(); ++i) {
    sum.values()[i] += other.values()[i];
  }
  CHECK(largest_difference(sum, output(true, true)) < (sizeof(Real) == 8 ? 1e-12 : 1e-4));
  CHECK(output(false, false) == Tensor({1, 3, kHidden}));
}

}  // namespace kvtally::reference::hybrid_layer_test
