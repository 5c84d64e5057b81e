#include "core/quantity.hpp"

#include <concepts>
#include <doctest/doctest.h>

#include "support/print.hpp"

namespace kvtally::quantity_test {

namespace {

template <class A, class B>
concept Addable = requires(A a, B b) { a + b; };
template <class A, class B>
concept Subtractable = requires(A a, B b) { a - b; };
template <class A, class B>
concept Comparable = requires(A a, B b) { a < b; };
template <class A, class B>
concept Accumulates = requires(A a, B b) { a += b; };
template <class A, class B>
concept Multipliable = requires(A a, B b) { a* b; };

static_assert(Addable<Bytes, Bytes> && Addable<Tokens, Tokens> && Addable<MultiplyAdds, MultiplyAdds>);
static_assert(!Addable<Bytes, Tokens> && !Addable<Tokens, MultiplyAdds> && !Addable<Bytes, MultiplyAdds>);
static_assert(Subtractable<Bytes, Bytes> && !Subtractable<Bytes, Tokens>);
static_assert(Comparable<Bytes, Bytes> && !Comparable<Bytes, Tokens>);
static_assert(Accumulates<Bytes, Bytes> && !Accumulates<Bytes, Tokens>);
static_assert(!std::equality_comparable_with<Bytes, Tokens>);
static_assert(!std::convertible_to<int, Bytes> && !std::convertible_to<Bytes, Wide>);
static_assert(Multipliable<Bytes, Wide> && Multipliable<Wide, Bytes>);
static_assert(!Multipliable<Bytes, Bytes>);

using Slope = Fraction<Bytes>;

TEST_CASE("quantities of one unit add, subtract, scale and compare") {
  CHECK(Bytes{3} + Bytes{4} == Bytes{7});
  CHECK(Bytes{3} - Bytes{4} == Bytes{-1});
  CHECK(Bytes{3} * 4 == Bytes{12});
  CHECK(4 * Bytes{3} == Bytes{12});
  CHECK(Bytes{3} < Bytes{4});
  CHECK(Bytes{} == Bytes{0});
  Bytes sum{1};
  sum += Bytes{2};
  CHECK((sum += Bytes{Wide{1} << 100}) == Bytes{(Wide{1} << 100) + 3});
}

TEST_CASE("fractions are equal when their values are") {
  CHECK(Slope{Bytes{1}, 2} == Slope{Bytes{2}, 4});
  CHECK(Slope{Bytes{6}, 3} == Slope{Bytes{2}});
  CHECK(Slope{Bytes{0}, 7} == Slope{});
  CHECK_FALSE(Slope{Bytes{1}, 2} == Slope{Bytes{1}, 3});
}

TEST_CASE("fractions add over the least common denominator") {
  struct Row {
    const char* name;
    Slope sum;
    Wide numerator;
    Wide denominator;
  };
  const Row rows[] = {
      {"equal", Slope{Bytes{1}, 128} + Slope{Bytes{2}, 128}, 3, 128},
      {"the first divides the second", Slope{Bytes{1}, 4} + Slope{Bytes{1}, 128}, 33, 128},
      {"the second divides the first", Slope{Bytes{1}, 128} + Slope{Bytes{1}, 4}, 33, 128},
      {"coprime", Slope{Bytes{1}, 4} + Slope{Bytes{1}, 9}, 13, 36},
      {"a common divisor", Slope{Bytes{1}, 4} + Slope{Bytes{1}, 6}, 5, 12},
      {"a whole number", Slope{Bytes{5}, 7} + Slope{Bytes{2}}, 19, 7},
      {"nothing", Slope{Bytes{5}, 7} + Slope{}, 5, 7},
      {"not shortened", Slope{Bytes{1}, 6} + Slope{Bytes{1}, 6}, 2, 6},
      {"less than nothing", Slope{Bytes{-1}, 4} + Slope{Bytes{1}, 8}, -1, 8},
      {"2^60 and 2^62", Slope{Bytes{1}, Wide{1} << 60} + Slope{Bytes{1}, Wide{1} << 62}, 5, Wide{1} << 62},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.name));
    CHECK(row.sum.numerator == Bytes{row.numerator});
    CHECK(row.sum.denominator == row.denominator);
  }
}

TEST_CASE("a sum of 65535 equal fractions keeps their denominator") {
  Slope sum{Bytes{1}, 4096};
  for (int i = 1; i < 65535; ++i) {
    sum = sum + Slope{Bytes{1}, 4096};
  }
  CHECK(sum.numerator == Bytes{65535});
  CHECK(sum.denominator == 4096);
}

TEST_CASE("whole, floor and approximate") {
  CHECK(Slope{Bytes{6}, 3}.whole());
  CHECK_FALSE(Slope{Bytes{7}, 3}.whole());
  CHECK(Slope{}.whole());
  CHECK(Slope{Bytes{7}, 3}.floor() == 2);
  CHECK(Slope{Bytes{2}, 3}.floor() == 0);
  CHECK(Slope{Bytes{33}, 128}.approximate() == 0.2578125);
}

}  // namespace

}  // namespace kvtally::quantity_test
