#include "reference/kind/cross_attention.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "reference/cache/cross.hpp"
#include "reference/cache/encoder_decoder.hpp"
#include "reference/kind/grouped_query.hpp"
#include "reference/kind/steps.hpp"

namespace kvtally::reference::cross_attention_test {

namespace {

const Scoring kScoring{.scale = Real(0.5), .soft_cap = {}, .bias = {}, .sinks = {}};

std::unique_ptr<CrossLayer> cross_layer(Counter& counter) {
  return std::make_unique<CrossLayer>(codec("real"), codec("real"), counter);
}

EncoderStates states(std::int64_t count) {
  const NewTokens made = test::text_of(count);
  return {made.keys, made.values};
}

Tensor queries(std::int64_t tokens) {
  return test::random_tensor({1, test::kQueryHeads, tokens, test::kKeyDim}, 9);
}

}  // namespace

TEST_CASE("cross-attention of all queries at once is that of each on its own, bit for bit") {
  CHECK(rc::check([] {
    Counter counter;
    const std::int64_t tokens = *rc::gen::inRange(1, 9);
    const std::int64_t count = *rc::gen::inRange(1, 20);
    const Tensor query = queries(tokens);
    Cache whole = test::holding(cross_layer(counter));
    const Tensor all =
        cross_attention({whole, 0, kernel("eager"), counter}, query, states(count), kScoring).output;
    Cache cache = test::holding(cross_layer(counter));
    for (std::int64_t t = 0; t < tokens; ++t) {
      const auto given = t == 0 ? std::optional(states(count)) : std::nullopt;
      const Tensor row =
          cross_attention({cache, 0, kernel("eager"), counter}, slice(query, 2, t, t + 1), given, kScoring).output;
      RC_ASSERT(row == slice(all, 2, t, t + 1));
    }
  }));
}

// The query of a text's last token, seen causally, sees everything too.
TEST_CASE("cross-attention is attention without a mask") {
  Counter counter;
  const NewTokens text = test::text_of(7);
  Cache causally = test::holding(test::holders(7, 7).front().make(counter));
  const Tensor expected = grouped_query({causally, 0, kernel("eager"), counter}, text, kScoring).output;
  Cache cache = test::holding(cross_layer(counter));
  const Tensor out = cross_attention({cache, 0, kernel("eager"), counter}, text.query, states(7), kScoring).output;
  CHECK(slice(out, 2, 6, 7) == slice(expected, 2, 6, 7));
  CHECK(slice(out, 2, 0, 1) != slice(expected, 2, 0, 1));
}

// T = 11 states, two steps of the text: written once, read by each step in full; beside it the text's own memory.
TEST_CASE("what cross-attention keeps does not grow with the text, and is read in each step") {
  Counter counter;
  EncoderDecoderCache cache;
  cache.add(test::holders(9, 9).front().make(counter), cross_layer(counter));
  const NewTokens text = test::text_of(2);
  for (std::int64_t t = 0; t < 2; ++t) {
    grouped_query({cache.own(), 0, kernel("eager"), counter}, test::part_of(text, t, t + 1), kScoring);
    counter.take();
    const auto given = t == 0 ? std::optional(states(11)) : std::nullopt;
    cross_attention({cache.cross(), 0, kernel("eager"), counter}, slice(queries(2), 2, t, t + 1), given, kScoring);
    const Counts counts = counter.take();
    CHECK(counts.written_of(Kept::entries) == Bytes{t == 0 ? 11 * test::kEntryBytes : 0});
    CHECK(counts.read_of(Kept::entries) == Bytes{11 * test::kEntryBytes});
    CHECK(counts.useful_of(Work::scores) == MultiplyAdds{16 * 11});
    CHECK(counts.useful_of(Work::values) == MultiplyAdds{12 * 11});
    CHECK(cache.footprint().stored == Bytes{(11 + t + 1) * test::kEntryBytes});
  }
}

}  // namespace kvtally::reference::cross_attention_test
