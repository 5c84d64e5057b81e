#include "verify/check.hpp"

#include <fmt/format.h>

namespace kvtally {

Check& Checks::add(std::string_view name) {
  checks_.push_back({});
  checks_.back().name = fmt::format("{}/{}", proof_, name);
  checks_.back().kind = kind_;
  return checks_.back();
}

void Checks::equal(std::string_view name, Wide expected, Wide counted, std::string_view unit) {
  Check& check = add(name);
  check.passed = expected == counted;
  check.expected = expected;
  check.counted = counted;
  check.unit = unit;
}

void Checks::within(std::string_view name, double error, double bound) {
  Check& check = add(name);
  check.passed = error <= bound;
  check.error = error;
  check.bound = bound;
}

void Checks::near(std::string_view name, const reference::Tensor& expected, const reference::Tensor& counted,
                  double bound) {
  within(name, reference::largest_difference(expected, counted), bound);
}

void Checks::holds(std::string_view name, bool so) { equal(name, 1, so ? 1 : 0, ""); }

}  // namespace kvtally
