#pragma once

#include <doctest/doctest.h>
#include <string>

#include "plan/plans.hpp"
#include "report/plan.hpp"

/// Plans of small models, for the tests of their reports.
namespace kvtally::test {

inline PlanSheet sheet_of(PlanQuestion question) {
  PlanSheet out;
  out.question = std::move(question);
  out.plan = make_plan(out.question);
  out.assumptions = {"entries in bf16"};
  return out;
}

/// Four users of 100 tokens on at most 2 devices.
inline PlanSheet small_plan() {
  PlanQuestion q = question(kDense, device("a", 800'000));
  q.most_devices = 2;
  return sheet_of(std::move(q));
}

}  // namespace kvtally::test
