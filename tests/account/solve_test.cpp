#include "account/solve.hpp"

#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <optional>
#include <rapidcheck.h>
#include <string>
#include <vector>

#include "account/one_layer.hpp"
#include "model/limits.hpp"
#include "model/presets.hpp"
#include "read/zoo.hpp"
#include "support/print.hpp"

namespace kvtally::solve_test {

namespace {

TEST_CASE("the largest that fits") {
  struct Row {
    std::string name;
    std::int64_t low;
    std::int64_t high;
    std::int64_t last;  // the last that fits
    std::optional<std::int64_t> expected;
  };
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  const std::vector<Row> rows{
      {"none", 1, 100, 0, std::nullopt},
      {"the first", 1, 100, 1, 1},
      {"one between", 1, 100, 57, 57},
      {"the last but one", 1, 100, 99, 99},
      {"the last", 1, 100, 100, 100},
      {"all", 1, 100, 1000, 100},
      {"one candidate that fits", 5, 5, 5, 5},
      {"one candidate that does not", 5, 5, 4, std::nullopt},
      {"no candidate", 5, 4, 100, std::nullopt},
      {"all of 63 bits", 1, kMost, kMost, kMost},
      {"nearly all of 63 bits", 1, kMost, kMost - 1, kMost - 1},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    int calls = 0;
    const auto found = largest(row.low, row.high, [&](std::int64_t x) {
      ++calls;
      return x <= row.last;
    });
    CHECK(found == row.expected);
    CHECK(calls <= 64);
  }
}

TEST_CASE("what must be reserved holds open buffers at their largest") {
  // Rows of 1024 bytes; 2048 bytes wait for each of up to 127 positions.
  const auto terms = terms_of(test::model_of(heavily_compressed_attention({64, 512}, 128, 128)));
  struct Row {
    std::string name;
    Wide seen;
    std::int64_t batch;
    Wide expected;
  };
  const std::vector<Row> rows{
      {"nothing seen", 0, 1, 0},
      {"one token", 1, 1, 3072},                 // 1024 + 2048
      {"the buffer just full", 127, 1, 390144},  // 127 × 3072
      {"the buffer emptied", 128, 1, 392192},    // 128 × 1024 + 1024 + 127 × 2048
      {"two requests", 128, 2, 784384},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(reserve_of(terms, Tokens{row.seen}, row.batch) == Bytes{row.expected});
  }
}

TEST_CASE("the longest context and the largest batch of a small model") {
  // 4 bytes a token.
  const auto terms = terms_of(test::model_of(full_attention(key_value_memory({1, 1, 1, 1}))));
  CHECK(longest_context(terms, 1, Bytes{400}, Tokens{1000}) == std::optional(Tokens{100}));
  CHECK(longest_context(terms, 1, Bytes{403}, Tokens{1000}) == std::optional(Tokens{100}));
  CHECK(longest_context(terms, 3, Bytes{400}, Tokens{1000}) == std::optional(Tokens{33}));  // 12 bytes a token
  CHECK(longest_context(terms, 1, Bytes{400}, Tokens{50}) == std::optional(Tokens{50}));
  CHECK(longest_context(terms, 1, Bytes{3}, Tokens{1000}) == std::nullopt);
  CHECK(largest_batch(terms, Tokens{10}, Bytes{400}) == std::optional<std::int64_t>{10});
  CHECK(largest_batch(terms, Tokens{10}, Bytes{39}) == std::nullopt);
  CHECK(largest_batch({}, Tokens{10}, Bytes{0}) == std::optional(limits::kBatch));
}

// What a solution x means: it fits, and x + 1 does not or is out of range; without one not even 1 fits.
template <class Fits>
bool solves(std::optional<std::int64_t> x, std::int64_t limit, Fits fits) {
  return x ? fits(*x) && (*x == limit || !fits(*x + 1)) : !fits(1);
}

TEST_CASE("a solution fits and the next does not, for any model of the zoo and any budget") {
  const Zoo zoo(embedded_files());
  const std::vector<std::string> ids = zoo.ids();
  CHECK(rc::check([&] {
    const std::vector<Term> terms = terms_of(zoo.describe(*rc::gen::elementOf(ids))->model, true);
    const auto bits = *rc::gen::inRange(10, 45);
    const Bytes budget{*rc::gen::inRange(std::int64_t{1} << bits, std::int64_t{2} << bits)};
    const std::int64_t batch = *rc::gen::inRange<std::int64_t>(1, 64);
    const Tokens context{*rc::gen::inRange<std::int64_t>(1, 300000)};

    const auto tokens = longest_context(terms, batch, budget, Tokens{limits::kTokens});
    const auto found = tokens ? std::optional(static_cast<std::int64_t>(tokens->value)) : std::nullopt;
    const bool context_solved = solves(
        found, limits::kTokens, [&](std::int64_t s) { return reserve_of(terms, Tokens{s}, batch) <= budget; });
    const auto users = largest_batch(terms, context, budget);
    const bool batch_solved =
        solves(users, limits::kBatch, [&](std::int64_t x) { return reserve_of(terms, context, x) <= budget; });
    RC_ASSERT(context_solved);
    RC_ASSERT(batch_solved);
  }));
}

}  // namespace

}  // namespace kvtally::solve_test
