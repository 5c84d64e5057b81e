#include "core/quantity.hpp"

#include <concepts>
#include <doctest/doctest.h>

#include "support/print.hpp"

namespace kvtally {

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

TEST_CASE("fractions add exactly") {
  CHECK(Slope{Bytes{1}, 4} + Slope{Bytes{1}, 128} == Slope{Bytes{33}, 128});
  CHECK(Slope{Bytes{1}, 3} + Slope{Bytes{1}, 6} == Slope{Bytes{1}, 2});
  CHECK(Slope{Bytes{5}, 7} + Slope{} == Slope{Bytes{5}, 7});
  const Slope same = Slope{Bytes{1}, 128} + Slope{Bytes{2}, 128};
  CHECK(same.numerator == Bytes{3});
  CHECK(same.denominator == 128);  // equal denominators are not multiplied: a sum of 100 layers stays small
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

}  // namespace kvtally
