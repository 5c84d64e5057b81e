#include "reference/kind/grouped_query.hpp"

#include <doctest/doctest.h>

#include "reference/cache/dynamic.hpp"
#include "reference/random.hpp"
#include "reference/storage/codec.hpp"

namespace kvtally::reference::grouped_query_test {

TEST_CASE("the last row of a prefill is the token-by-token decode, bit for bit") {
  const std::int64_t tokens = 19;
  const NewTokens all{test::random_tensor({2, 6, tokens, 8}, 1), test::random_tensor({2, 2, tokens, 8}, 2),
                      test::random_tensor({2, 2, tokens, 5}, 3)};
  const auto part = [&](std::int64_t from, std::int64_t to) {
    return NewTokens{slice(all.query, 2, from, to), slice(all.keys, 2, from, to), slice(all.values, 2, from, to)};
  };
  const Scoring scoring{.scale = Real(0.3), .soft_cap = {}, .bias = {}, .sinks = {}};
  Counter counter;
  const auto fresh = [&] {
    Cache cache;
    cache.add(std::make_unique<DynamicLayer>(codec("real"), codec("real"), counter));
    return cache;
  };

  Cache one = fresh();
  const Tensor prefill = grouped_query({one, 0, kernel("eager"), counter}, all, scoring).output;
  CHECK(counter.take().largest_intermediate == 2 * 6 * tokens * tokens);

  Cache other = fresh();
  for (std::int64_t t = 0; t < tokens; ++t) {
    const Tensor row = grouped_query({other, 0, kernel("eager"), counter}, part(t, t + 1), scoring).output;
    CHECK(row == slice(prefill, 2, t, t + 1));
  }
  const Counts counts = counter.take();
  CHECK(counts.written_of(Kept::entries) == Bytes{2 * 2 * tokens * (8 + 5) * std::int64_t{sizeof(Real)}});
  CHECK(counts.useful_of(Work::scores) == MultiplyAdds{2 * 6 * 8 * tokens * (tokens + 1) / 2});
}

}  // namespace kvtally::reference::grouped_query_test
