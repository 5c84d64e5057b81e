#include "engine/log_agreement.hpp"

#include <doctest/doctest.h>

#include "support/print.hpp"

namespace kvtally::log_agreement_test {

namespace {

Allocation with(std::vector<EngineFigure> figures) {
  Allocation out;
  out.figures = std::move(figures);
  return out;
}

// "27.00 MiB": 2700 hundredths of 2^20 bytes.
LogQuantity mebibytes(Wide hundredths, std::string name = "cache_bytes") {
  return {std::move(name), "", "bytes", hundredths << 20, 100, Wide{1} << 20};
}

TEST_CASE("a quantity agrees with what rounds to its digits, a half either way") {
  const auto agrees = [](Wide bytes) {
    return agreement_of(mebibytes(2700), with({{"cache_bytes", "bytes", bytes, 1}})).agrees;
  };
  CHECK(agrees(28311552));         // 27 x 1,048,576
  CHECK(agrees(28311552 + 5242));  // 0.00499... MiB more
  CHECK(agrees(28311552 - 5242));
  CHECK_FALSE(agrees(28311552 + 5243));  // 0.005 MiB are 5242.88 bytes
  CHECK_FALSE(agrees(28311552 - 5243));
  CHECK_FALSE(agrees(0));
  // exact halves: 1.5 printed as 2 or as 1
  const EngineFigure half{"x", "", 3, 2};
  CHECK(agreement_of({"x", "2", "", 2, 1, 1}, with({half})).agrees);
  CHECK(agreement_of({"x", "1", "", 1, 1, 1}, with({half})).agrees);
}

TEST_CASE("an exact value agrees with itself alone") {
  const Allocation allocation = with({{"blocks", "blocks", 1952, 1}});
  CHECK(agreement_of({"blocks", "1952", "blocks", 1952, 1, 0}, allocation).agrees);
  CHECK_FALSE(agreement_of({"blocks", "1953", "blocks", 1953, 1, 0}, allocation).agrees);
}

TEST_CASE("another unit never agrees, and what is not computed is told apart from it") {
  const Allocation allocation = with({{"blocks", "blocks", 1952, 1}});
  const LogAgreement other = agreement_of({"blocks", "1952", "tokens", 1952, 1, 0}, allocation);
  CHECK_FALSE(other.agrees);
  CHECK(other.computed);
  CHECK_FALSE(agreement_of({"pages", "1952", "pages", 1952, 1, 0}, allocation).computed);
  CHECK_FALSE(agreement_of({"", "1952", "blocks", 1952, 1, 0}, allocation).computed);
  CHECK_FALSE(agreement_of({"blocks", "1952", "blocks", 1952, 0, 0}, allocation).computed);
}

TEST_CASE("of several figures that a line may print one that agrees is taken, else the first that there is") {
  const Allocation allocation =
      with({{"base_bytes", "bytes", 100 << 20, 1}, {"window_bytes", "bytes", 27 << 20, 1}});
  const LogAgreement window = agreement_of(mebibytes(2700, "base_bytes|window_bytes"), allocation);
  CHECK(window.agrees);
  CHECK(window.computed->name == "window_bytes");
  const LogAgreement none = agreement_of(mebibytes(2800, "other_bytes|base_bytes|window_bytes"), allocation);
  CHECK_FALSE(none.agrees);
  CHECK(none.computed->name == "base_bytes");
}

}  // namespace

}  // namespace kvtally::log_agreement_test
