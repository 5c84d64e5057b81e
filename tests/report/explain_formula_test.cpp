#include "report/explain_formula.hpp"

#include "report/calculator.hpp"
#include "support/print.hpp"

namespace kvtally::explain_formula_test {

namespace {

const Formula kSeen = symbol("S", 1000);
const Formula kRate = symbol("r", 128);

void check(const Formula& formula, const std::string& symbols, const std::string& numbers,
           const std::string& value) {
  CHECK(formula.symbols == symbols);
  CHECK(formula.numbers == numbers);
  CHECK(print_value(formula) == value);
  CHECK(test::Calculator::result(numbers) == test::Display{formula.numerator, formula.denominator});
}

TEST_CASE("symbols, numbers and value are formed together") {
  check(kSeen * kRate, "S × r", "1,000 × 128", "128,000");
  check(kSeen + kRate - number(1), "S + r − 1", "1,000 + 128 − 1", "1,127");
  check(kSeen / symbol("d", 16), "S ÷ d", "1,000 ÷ 16", "62.5");
  check(smaller(kSeen, kRate), "min(S, r)", "min(1,000, 128)", "128");
  check(smaller(kRate, kSeen), "min(r, S)", "min(128, 1,000)", "128");
  check(larger(kSeen, kRate), "max(S, r)", "max(1,000, 128)", "1,000");
  check(floor_of(kSeen, kRate), "⌊S ÷ r⌋", "⌊1,000 ÷ 128⌋", "7");
  check(remainder_of(kSeen, kRate), "S mod r", "1,000 mod 128", "104");
}

TEST_CASE("what binds less firmly stands in parentheses") {
  check((kSeen + kRate) * number(2), "(S + r) × 2", "(1,000 + 128) × 2", "2,256");
  check(number(2) * (kSeen - kRate), "2 × (S − r)", "2 × (1,000 − 128)", "1,744");
  check(kSeen - (kRate + number(1)), "S − (r + 1)", "1,000 − (128 + 1)", "871");
  check(kSeen + kRate * number(2), "S + r × 2", "1,000 + 128 × 2", "1,256");
  check(kSeen / (number(2) * number(4)), "S ÷ (2 × 4)", "1,000 ÷ (2 × 4)", "125");
  check(remainder_of(kSeen - number(1), kRate) + number(1), "((S − 1) mod r) + 1", "((1,000 − 1) mod 128) + 1",
        "104");
  check(number(3) * remainder_of(kSeen, kRate), "3 × (S mod r)", "3 × (1,000 mod 128)", "312");
}

TEST_CASE("the floor goes down below nothing too") {
  const Formula pooled = floor_of(symbol("S", 1) - symbol("l", 32), symbol("d", 16)) + number(1);
  CHECK(pooled.numerator == -1);
  check(larger(number(0), pooled), "max(0, ⌊(S − l) ÷ d⌋ + 1)", "max(0, ⌊(1 − 32) ÷ 16⌋ + 1)", "0");
  CHECK(floor_of(symbol("a", -32), symbol("b", 16)).numerator == -2);
}

TEST_CASE("fractions are exact, and printed with three decimals at most") {
  const Formula third = number(1000) / number(3);
  CHECK(third.numerator == 1000);
  CHECK(third.denominator == 3);
  CHECK(print_value(third) == "333.333");
  CHECK(print_value(third + third + third) == "1,000");
  CHECK(print_value(number(5) / number(4)) == "1.25");
  CHECK(print_value(number(2) / number(3)) == "0.667");
  CHECK(print_value(number(0)) == "0");
}

}  // namespace

}  // namespace kvtally::explain_formula_test
