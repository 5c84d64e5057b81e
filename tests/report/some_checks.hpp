#pragma once

#include <limits>

#include "verify/check.hpp"

namespace kvtally::test {

/// Comparisons of every sort: counts and errors, passed and failed.
inline std::vector<Check> some_checks() {
  Checks paged{"paged.fork", "paged"};
  paged.equal("shared", 2, 2, "blocks");
  paged.equal("unshared", 8, 9000, "blocks");
  Checks mla{"mla.forms", "mla"};
  mla.within("rotary", 6e-15, 1e-12);
  mla.within("no rotary", 2e-15, 1e-12);
  mla.within("other shape", std::numeric_limits<double>::infinity(), 1e-12);
  Checks containers{"containers.same", "containers"};
  containers.within("static", 0, 0);
  containers.holds("something is so", false);
  std::vector<Check> all = paged.take();
  for (Checks* more : {&mla, &containers}) {
    all.insert(all.end(), more->all().begin(), more->all().end());
  }
  return all;
}

}  // namespace kvtally::test
