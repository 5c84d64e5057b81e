#include "verify/check.hpp"

#include <doctest/doctest.h>
#include <limits>

namespace kvtally::check_test {

namespace {

TEST_CASE("counts pass when they are equal, errors when they are within their bound") {
  Checks checks{"paged.fork", "paged"};
  checks.equal("shared", 2, 2, "blocks");
  checks.equal("unshared", 8, 9, "blocks");
  checks.within("near", 1e-12, 1e-10);
  checks.within("far", 1e-9, 1e-10);
  checks.within("no number", std::numeric_limits<double>::quiet_NaN(), 1);
  checks.holds("so", true);
  checks.holds("not so", false);
  const std::vector<Check>& all = checks.all();
  CHECK(all.at(0).name == "paged.fork/shared");
  CHECK(all.at(0).kind == "paged");
  CHECK(all.at(0).unit == "blocks");
  std::string passed;
  for (const Check& check : all) {
    passed += check.passed ? 'y' : 'n';
  }
  CHECK(passed == "ynynnyn");
}

TEST_CASE("tensors are near when shapes are equal and numbers are") {
  using reference::Tensor;
  const Tensor a({2}, {1, 2});
  const Tensor b({2}, {1, reference::Real(2.5)});
  const Tensor other({1, 2}, {1, 2});
  Checks checks{"p", "k"};
  checks.near("same bits", a, a);
  checks.near("other bits", a, b);
  checks.near("within", a, b, 0.5);
  checks.near("other shape", a, other, 1e9);
  CHECK(checks.all().at(0).passed);
  CHECK_FALSE(checks.all().at(1).passed);
  CHECK(*checks.all().at(1).error == 0.5);
  CHECK(checks.all().at(2).passed);
  CHECK_FALSE(checks.all().at(3).passed);
}

}  // namespace

}  // namespace kvtally::check_test
