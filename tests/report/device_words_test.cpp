#include "report/device_words.hpp"

#include <doctest/doctest.h>

namespace kvtally::device_words_test {

namespace {

constexpr Wide kTera = 1'000'000'000'000;

TEST_CASE("numbers with two decimals at most") {
  CHECK(number_words(989.4) == "989.4");
  CHECK(number_words(1677) == "1677");
  CHECK(number_words(100) == "100");
  CHECK(number_words(83.375) == "83.38");
  CHECK(number_words(0) == "0");
}

TEST_CASE("a peak, no unit and a peak that is not published are three things") {
  Device device;
  device.peaks = {{"bf16", {OperationRate{989'400'000'000'000}}}, {"fp4", {}}};
  CHECK(peak_words(device, "bf16") == "989.4");
  CHECK(peak_words(device, "fp4") == "none");
  CHECK(peak_words(device, "int8") == "not published");
}

TEST_CASE("a ridge is of the format itself") {
  Device device;
  device.peaks = {{"bf16", {OperationRate{2307 * kTera}}}, {"fp4", {}}};
  CHECK(ridge_of(device, "bf16") == std::nullopt);
  device.bandwidth = ByteRate{7'370'000'000'000};
  CHECK(*ridge_of(device, "bf16") == doctest::Approx(313.0257801899593).epsilon(1e-14));
  CHECK(ridge_of(device, "fp4") == std::nullopt);
  CHECK(ridge_of(device, "fp8") == std::nullopt);
}

TEST_CASE("secondary, derived and disputed figures are approximate") {
  Device device;
  for (const auto& [letter, tilde] : {std::pair{'A', false}, {'B', false}, {'C', true}, {'D', true}}) {
    device.confidence = letter;
    CHECK(approximate(device) == tilde);
    CHECK(confidence_words(letter).front() == letter);
  }
}

}  // namespace

}  // namespace kvtally::device_words_test
