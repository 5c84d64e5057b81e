#include "check/amount.hpp"

#include <doctest/doctest.h>

namespace kvtally::amount_test {

namespace {

std::string parsed(std::string_view text) {
  const auto amount = parse_amount(text);
  return amount ? print_amount(amount->amount) : amount.error();
}

TEST_CASE("amounts as they are written") {
  CHECK(parsed("524288 bytes") == "524288 bytes");
  CHECK(parsed("8.5 GiB") == "9126805504 bytes");
  CHECK(parsed("7.5 kB") == "7500 bytes");
  CHECK(parsed("94.74 GiB") == "2543157510144/25 bytes");
  CHECK(parsed("131,072 tokens") == "131072 tokens");
  CHECK(parsed("26k tokens") == "26000 tokens");
  CHECK(parsed("128K tokens") == "131072 tokens");
  CHECK(parsed("4M tokens") == "4194304 tokens");
  CHECK(parsed("93.3 %") == "933/1000");
  CHECK(parsed("93.3%") == "933/1000");
  CHECK(parsed(" 16x ") == "16");
  CHECK(parsed("512/9") == "512/9");
  CHECK(parsed("24400/4738 devices") == "12200/2369 devices");
  CHECK(parsed("32.75 million") == "32750000");
  CHECK(parsed("71 ms") == "71/1000 seconds");
  CHECK(parsed("-0.07") == "-7/100");
  CHECK(parsed("> 1 x") == "1");
  CHECK(parse_amount("> 1 x")->relation == PrintedAmount::Relation::more);
  CHECK(parse_amount("<1 x")->relation == PrintedAmount::Relation::less);
  CHECK(parse_amount("1 x")->relation == PrintedAmount::Relation::equal);
}

TEST_CASE("what is no amount") {
  CHECK(parsed("") == "it does not start with a digit");
  CHECK(parsed("tens") == "it does not start with a digit");
  CHECK(parsed("512 KB") == "'KB' is no unit that is known here");
  CHECK(parsed("512K") == "'K' is no unit that is known here");
  CHECK(parsed("1,02 tokens") == "',02 tokens' is no unit that is known here");
  CHECK(parsed("1/0") == "its divisor is none");
  CHECK(parsed("1/x") == "its divisor is none");
  CHECK(parsed("1234567890123456789") == "it has too many digits");
  CHECK(parsed("0.1234567890123456789") == "it has too many digits");
}

TEST_CASE("the last digit of a printed amount stands for") {
  const auto last = [](std::string_view text) { return print_amount(parse_amount(text)->last_digit); };
  CHECK(last("8.6 GiB") == "536870912/5 bytes");
  CHECK(last("697 MiB") == "1048576 bytes");
  CHECK(last("16x") == "1");
  CHECK(last("1.56 %") == "1/10000");
}

TEST_CASE("arithmetic is exact, in lowest terms") {
  const Amount third = quotient(whole(1, "bytes"), whole(3));
  CHECK(print_amount(sum(third, third)) == "2/3 bytes");
  CHECK(print_amount(difference(third, whole(1))) == "-2/3 bytes");
  CHECK(print_amount(product(third, whole(6))) == "2 bytes");
  CHECK(print_amount(quotient(third, whole(-2))) == "-1/6 bytes");
  CHECK(print_amount(quotient(whole(0, "bytes"), whole(7))) == "0 bytes");
  CHECK(compare(third, quotient(whole(333), whole(1000))) == 1);
  CHECK(compare(third, third) == 0);
  CHECK(compare(whole(-1), third) == -1);
}

TEST_CASE("what 128 bits do not hold becomes an approximation, which equals nothing") {
  const Amount large = product(whole(1LL << 62), whole(1LL << 62));
  CHECK(!large.approximate);
  const Amount larger = product(large, whole(16));
  CHECK(larger.approximate == 340282366920938463463374607431768211456.0);
  CHECK_FALSE(identical(larger, larger));
  CHECK(sum(approximately(0.5, "x"), whole(1)).approximate == 1.5);
  CHECK(quotient(whole(1), approximately(4)).value() == 0.25);
  CHECK(print_amount(approximately(0.63662, "degrees")) == "0.63662 degrees");
}

TEST_CASE("identical amounts have one value and one unit") {
  CHECK(identical(whole(2, "bytes"), quotient(whole(4, "bytes"), whole(2))));
  CHECK_FALSE(identical(whole(2, "bytes"), whole(2, "tokens")));
  CHECK_FALSE(identical(whole(2), whole(3)));
  CHECK_FALSE(identical(whole(2), approximately(2)));
}

TEST_CASE("an amount in the unit and digits of another") {
  const Amount bytes = whole(9210691584, "bytes");  // 8.578125 GiB
  CHECK(print_like(bytes, "8.6 GiB") == "8.6 GiB");
  CHECK(print_like(bytes, "9 GiB", 2) == "8.58 GiB");
  CHECK(print_like(bytes, "> 1.000 GB") == "9.211 GB");
  CHECK(print_like(bytes, "1 B") == "9210691584 B");
  CHECK(print_like(bytes, "9,000 kB") == "9210692 kB");
  CHECK(print_like(bytes, "1 tokens") == "9210691584 bytes");
  CHECK(print_like(bytes, "9/2 GiB") == "9210691584 bytes");
  CHECK(print_like(bytes, "much") == "9210691584 bytes");
  CHECK(print_like(quotient(whole(1), whole(2)), "1 x") == "1 x");
  CHECK(print_like(quotient(whole(-1), whole(2)), "1") == "0");
  CHECK(print_like(quotient(whole(-7), whole(4)), "1.0") == "-1.7");
  CHECK(print_like(quotient(whole(1), whole(32)), "1.0 %") == "3.1 %");
  CHECK(print_like(approximately(0.0123456, "seconds"), "1.00 ms") == "12.35 ms");
  CHECK(print_like(approximately(1e300), "1.0") == "1e+300");
}

}  // namespace

}  // namespace kvtally::amount_test
