#include "reference/kind/native_sparse.hpp"

#include <doctest/doctest.h>

#include "reference/random.hpp"
#include "reference/storage/codec.hpp"

namespace kvtally::reference::native_sparse_test {

namespace {

constexpr std::int64_t kTokens = 12;

NativeTokens text(std::uint64_t seed) {
  const auto branch = [&](std::uint64_t more) {
    return NativeTokens::Branch{test::random_tensor({1, 1, kTokens, 4}, seed + more),
                                test::random_tensor({1, 1, kTokens, 3}, seed + more + 1)};
  };
  return {test::random_tensor({1, 2, kTokens, 4}, seed), branch(1), branch(3), branch(5),
          test::random_tensor({1, 2, kTokens, 3}, seed + 7)};
}

NativeTokens::Branch part(const NativeTokens::Branch& all, std::int64_t from, std::int64_t to) {
  return {slice(all.keys, 2, from, to), slice(all.values, 2, from, to)};
}

NativeTokens part(const NativeTokens& all, std::int64_t from, std::int64_t to) {
  return {slice(all.query, 2, from, to), part(all.compressed, from, to), part(all.selected, from, to),
          part(all.window, from, to), slice(all.gates, 2, from, to)};
}

NativeBranches memory(Counter& counter) {
  const NativeBranches::Codecs pair{codec("real"), codec("real")};
  return {{4, 2}, 3, {pair, pair, pair, pair}, counter};
}

const NativePlan& plan() {
  static const NativePlan kPlan{mean_pool(4, 4), mean_pool(4, 3), 3, 2};
  return kPlan;
}

}  // namespace

TEST_CASE("the output is the branches' sum by gates, and a step's is a prefill's row") {
  const NativeTokens all = text(1);
  Counter counter;
  NativeBranches whole = memory(counter);
  const NativeAttended prefill = native_sparse(whole, all, plan(), {}, counter);
  CHECK(prefill.output == gated({&prefill.compressed, &prefill.selected, &prefill.window}, all.gates));
  CHECK(slice(prefill.compressed, 2, 0, 3) == Tensor({1, 2, 3, 3}));  // no entry is complete
  NativeBranches steps = memory(counter);
  Tensor decode = native_sparse(steps, part(all, 0, 5), plan(), {}, counter).output;
  for (std::int64_t t = 5; t < kTokens; ++t) {
    decode = joined(decode, native_sparse(steps, part(all, t, t + 1), plan(), {}, counter).output, 2);
  }
  CHECK(decode == prefill.output);
}

// At S = 12: (12 − 4) ÷ 2 + 1 = 5 entries, of which the last is made of 4 raw rows now; 3 blocks of 2; a window
// of 3.
TEST_CASE("what a step reads and multiplies, by hand") {
  constexpr std::int64_t kEntry = (4 + 3) * std::int64_t{sizeof(Real)};
  const NativeTokens all = text(1);
  Counter counter;
  NativeBranches branches = memory(counter);
  native_sparse(branches, part(all, 0, kTokens - 1), plan(), {}, counter);
  counter.take();
  native_sparse(branches, part(all, kTokens - 1, kTokens), plan(), {}, counter);
  const Counts counts = counter.take();
  CHECK(counts.read_of(Kept::entries) == Bytes{(5 + 6 + 3) * kEntry});
  CHECK(counts.read_of(Kept::open) == Bytes{4 * kEntry});
  CHECK(counts.written_of(Kept::entries) == Bytes{3 * kEntry});
  CHECK(counts.written_of(Kept::open) == Bytes{kEntry});
  CHECK(counts.useful_of(Work::scores) == MultiplyAdds{2 * 4 * (5 + 6 + 3)});
  CHECK(counts.useful_of(Work::values) == MultiplyAdds{2 * 3 * (5 + 6 + 3)});
  CHECK(counts.useful_of(Work::indexer) == MultiplyAdds{0});
}

}  // namespace kvtally::reference::native_sparse_test
