#include "check/agreement.hpp"

#include <doctest/doctest.h>

namespace kvtally::agreement_test {

namespace {

bool rounds(std::string_view amount, std::string_view printed) {
  return rounds_to(parse_amount(amount)->amount, *parse_amount(printed));
}

bool cuts(std::string_view amount, std::string_view printed) {
  return cuts_to(parse_amount(amount)->amount, *parse_amount(printed));
}

bool near(std::string_view amount, std::string_view reference, std::string_view percent) {
  return within(parse_amount(amount)->amount, parse_amount(reference)->amount, parse_amount(percent)->amount);
}

TEST_CASE("rounded to the printed digits in the printed unit") {
  CHECK(rounds("9210691584 bytes", "8.6 GiB"));
  CHECK_FALSE(rounds("9210691584 bytes", "8.5 GiB"));
  CHECK_FALSE(rounds("9210691584 bytes", "8.60 GiB"));
  CHECK(rounds("9210691584 bytes", "9.2 GB"));
  CHECK(rounds("9210691584 bytes", "9 GiB"));
  CHECK(rounds("9210691584 bytes", "8784 MiB"));
  CHECK(rounds("731250688 bytes", "697 MiB"));
  CHECK(rounds("640/9", "71.1x"));
  CHECK_FALSE(rounds("640/9", "70x"));
  CHECK(rounds("1/64", "1.56%"));
  CHECK(rounds("-0.0714", "-0.07"));
}

TEST_CASE("an exact half goes either way, and no further") {
  CHECK(rounds("2.5", "3"));
  CHECK(rounds("2.5", "2"));
  CHECK_FALSE(rounds("2.51", "2"));
  CHECK_FALSE(rounds("2.49", "3"));
}

TEST_CASE("amounts of different units do not agree") {
  CHECK_FALSE(rounds("16 bytes", "16x"));
  CHECK_FALSE(rounds("16 tokens", "16 bytes"));
  CHECK_FALSE(cuts("16 tokens", "16 bytes"));
  CHECK_FALSE(near("16 tokens", "16 bytes", "100"));
}

TEST_CASE("a bound must hold") {
  CHECK(rounds("1.01", "> 1"));
  CHECK_FALSE(rounds("1", "> 1"));
  CHECK(rounds("0.99", "< 1"));
  CHECK_FALSE(rounds("1", "< 1"));
}

TEST_CASE("cut off") {
  CHECK(cuts("13476831232 bytes", "13.4 GB"));
  CHECK_FALSE(cuts("13476831232 bytes", "13.5 GB"));
  CHECK(cuts("13500000000 bytes", "13.5 GB"));
  CHECK_FALSE(cuts("13500000000 bytes", "13.4 GB"));
}

TEST_CASE("within a percentage of the reference") {
  CHECK(near("102", "100", "2"));
  CHECK(near("98", "100", "2"));
  CHECK_FALSE(near("102.01", "100", "2"));
  CHECK_FALSE(near("97.99", "100", "2"));
  CHECK(near("-102", "-100", "2"));
  CHECK_FALSE(near("-103", "-100", "2"));
}

}  // namespace

}  // namespace kvtally::agreement_test
