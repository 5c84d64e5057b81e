#include "account/pieces.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <random>
#include <rapidcheck.h>
#include <string>
#include <vector>

#include "account/one_layer.hpp"
#include "account/random_composition.hpp"
#include "model/presets.hpp"
#include "read/zoo.hpp"
#include "support/print.hpp"

namespace kvtally::pieces_test {

namespace {

using Slope = Fraction<Bytes>;

Term stair(Wide bytes, std::int64_t every, std::int64_t from, std::optional<std::int64_t> to = {}) {
  Term term;
  term.form = Form::stair;
  term.bytes = Bytes{bytes};
  term.every = every;
  term.from = from;
  term.to = to;
  return term;
}

Slope whole(Wide bytes) { return {Bytes{bytes}, 1}; }

std::vector<Term> without_remainders(std::vector<Term> terms) {
  std::erase_if(terms, [](const Term& term) { return term.form == Form::remainder; });
  return terms;
}

// constant + slope × S − value
Slope deficit_at(const Piece& piece, const std::vector<Term>& terms, Wide seen) {
  const Wide value = tally(terms, Tokens{seen}).total().value;
  return piece.constant + Slope{piece.slope.numerator * seen, piece.slope.denominator} + whole(-value);
}

bool at_most(Slope a, Slope b) { return a.numerator.value * b.denominator <= b.numerator.value * a.denominator; }

// Every stair that has begun by the piece's end is flat from now on or steps just here.
bool every_period_ends(const Piece& piece, const std::vector<Term>& terms, Wide seen) {
  return std::ranges::all_of(terms, [&](const Term& term) {
    return term.form == Form::constant || (piece.to && term.from > *piece.to) || (term.to && seen >= *term.to) ||
           (seen - term.from) % term.every == 0;
  });
}

// The description of Piece, at one S.
bool holds_at(const std::vector<Piece>& pieces, const std::vector<Term>& terms, Wide seen) {
  const Piece& piece = piece_at(pieces, Tokens{seen});
  const Slope deficit = deficit_at(piece, terms, seen);
  const bool inside = piece.from <= seen && (!piece.to || seen <= *piece.to);
  const bool bounded = deficit.numerator.value >= 0 && at_most(deficit, piece.step);
  return inside && bounded && (!every_period_ends(piece, terms, seen) || deficit.numerator.value == 0);
}

TEST_CASE("pieces of single terms") {
  struct Row {
    std::string name;
    Term term;
    std::vector<Piece> expected;
  };
  Term constant;
  constant.bytes = Bytes{7};
  Term remainder = stair(7, 4, 1);
  remainder.form = Form::remainder;
  const std::vector<Row> rows{
      {"constant", constant, {{0, {}, whole(0), whole(7), whole(0)}}},
      {"remainder", remainder, {{0, {}, whole(0), whole(0), whole(0)}}},
      {"line", stair(7, 1, 1), {{0, {}, whole(7), whole(0), whole(0)}}},
      {"window",
       stair(7, 1, 1, 8),
       {{0, 7, whole(7), whole(0), whole(0)}, {8, {}, whole(0), whole(56), whole(0)}}},
      // One step of 12 each 4 tokens: 3 a token, at most 9 below.
      {"stair", stair(12, 4, 4), {{0, {}, whole(3), whole(0), whole(9)}}},
      // One step of 10 each 4 tokens: 5/2 a token, 15/2 below.
      {"a slope that is no whole number", stair(10, 4, 4), {{0, {}, {Bytes{5}, 2}, whole(0), {Bytes{15}, 2}}}},
      // Entries over 32 every 16: 16 bytes at 32, so that the line through it is S − 16.
      {"a late stair",
       stair(16, 16, 32),
       {{0, 31, whole(0), whole(0), whole(0)}, {32, {}, whole(1), whole(-16), whole(15)}}},
      // It steps at 2, 6, …: the line through (2, 8) is 2·S + 4.
      {"an early stair", stair(8, 4, 2), {{0, {}, whole(2), whole(4), whole(6)}}},
      {"an ending stair",
       stair(8, 4, 4, 12),
       {{0, 11, whole(2), whole(0), whole(6)}, {12, {}, whole(0), whole(24), whole(0)}}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(pieces_of({row.term}) == row.expected);
  }
  CHECK(pieces_of({}) == std::vector<Piece>{{0, {}, whole(0), whole(0), whole(0)}});
}

TEST_CASE("pieces of a native sparse layer bend at 32 and 512") {
  // 2560 bytes an entry: all, the window until 512, and from 32 on one each 16 tokens: 160 a token, 2400 below.
  // The line through (32, 2560) is 160·S − 2560.
  const Layer layer = native_sparse_attention(key_value_memory({64, 4, 192, 128}), {32, 16, 64, 16, 512});
  std::vector<Term> terms = terms_of(test::model_of(layer));
  std::erase_if(terms, [](const Term& term) { return term.part == Part::open; });
  const std::vector<Piece> expected{
      {0, 31, whole(5120), whole(0), whole(0)},
      {32, 511, whole(5280), whole(-2560), whole(2400)},
      {512, {}, whole(2720), whole(1308160), whole(2400)},  // 512 × 2560 − 2560
  };
  CHECK(pieces_of(terms) == expected);
}

TEST_CASE("the entries of DeepSeek-V4-Flash") {
  // 43 windows of 1024 bytes a token; 21 × 1024 = 21504 each 4 tokens, 20 × 1024 = 20480 each 128. From 128 on
  // 128 × 44032 = 5636096, 5376 + 160 a token, at most 21504 × 3/4 + 20480 × 127/128 below.
  std::vector<Term> terms = terms_of(Zoo(embedded_files()).describe("deepseek-v4-flash")->model);
  std::erase_if(terms, [](const Term& term) { return term.part != Part::entries; });
  const std::vector<Piece> expected{
      {0, 127, whole(49408), whole(0), whole(16128)},  // 44032 + 5376
      {128, {}, whole(5536), whole(5636096), whole(36448)},
  };
  CHECK(pieces_of(terms) == expected);
}

TEST_CASE("of two pieces that meet, the later holds") {
  const std::vector<Piece> pieces = pieces_of({stair(7, 1, 1, 8)});
  CHECK(piece_at(pieces, Tokens{0}).from == 0);
  CHECK(piece_at(pieces, Tokens{7}).from == 0);
  CHECK(piece_at(pieces, Tokens{8}).from == 8);
  CHECK(piece_at(pieces, Tokens{1000000}).from == 8);
}

TEST_CASE("the pieces of every model of the zoo bound its exact value") {
  std::mt19937_64 random(20260101);
  std::uniform_int_distribution<std::int64_t> far(2001, (std::int64_t{1} << 40) - 1);
  const Zoo zoo(embedded_files());
  for (const std::string& id : zoo.ids()) {
    CAPTURE(id);
    const std::vector<Term> terms = without_remainders(terms_of(zoo.describe(id)->model, true));
    const std::vector<Piece> pieces = pieces_of(terms);
    bool holds = true;
    for (std::int64_t seen = 0; seen <= 2000; ++seen) {
      holds = holds && holds_at(pieces, terms, seen);
    }
    for (int i = 0; i < 200; ++i) {
      const std::int64_t seen = far(random);
      holds = holds && holds_at(pieces, terms, seen) && holds_at(pieces, terms, seen / 4096 * 4096);
    }
    CHECK(holds);
  }
}

TEST_CASE("the pieces of any layer bound its exact value") {
  CHECK(rc::check([] {
    const Model model = test::model_of(test::random_layer(2), test::pick(1, 9));
    const std::vector<Term> terms = without_remainders(terms_of(model));
    const std::vector<Piece> pieces = pieces_of(terms);
    for (Wide seen = 0; seen <= 200; ++seen) {
      const bool holds = holds_at(pieces, terms, seen);
      RC_ASSERT(holds);
    }
  }));
}

}  // namespace

}  // namespace kvtally::pieces_test
