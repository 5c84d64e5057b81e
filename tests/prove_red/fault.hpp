#pragma once

#include <doctest/doctest.h>
#include <functional>
#include <string>

#include "model/model.hpp"
#include "verify/figures.hpp"

/// Proof that the proofs can fail: a mistake that people make is put between the two sides of a comparison that
/// `kvtally verify` makes, and the comparison must turn red. Neither the account nor the executor knows of it: a
/// fault is a function on what one side is given, or on what it says.
namespace kvtally::test {

/// On which side the mistake is made.
enum class Side { formulas, executor };

/// A layer at S tokens seen.
struct FaultyCase {
  Layer layer;
  std::int64_t seen = 1;
};

struct Fault {
  std::string check;  // the name of the comparison that finds it: "gqa.memory/bamba-9b S=129 stored"
  Side side = Side::formulas;
  std::function<void(FaultyCase&)> input = {};                       // what the side is given
  std::function<void(StepFigures&, const FaultyCase&)> counts = {};  // what it says; empty: the truth
};

/// Why the fault proves nothing: there is no such comparison, it is red without the fault, or it stays green with
/// it. Empty when all is well.
std::string not_red(const Fault& fault);

}  // namespace kvtally::test

/// A test "FAULT -> CHECK": without the fault the check is green, with it red.
#define KVTALLY_FAULT(NAME, CHECK_NAME, ...) \
  TEST_CASE(NAME " -> " CHECK_NAME) { CHECK(kvtally::test::not_red({.check = CHECK_NAME, __VA_ARGS__}) == ""); }
