#include "prove_red/parts.hpp"

// That a fault which proves nothing is found out.

namespace kvtally::fault_test {

namespace {

using test::FaultyCase;
using test::not_red;

const std::string kStored = "swa.memory/mistral-7b S=4095 stored";

TEST_CASE("a fault that changes nothing leaves the comparison green") {
  CHECK(not_red({.check = kStored}) == "green with the fault");
  // below the window it makes no difference that there is one
  CHECK(not_red({.check = kStored, .input = [](FaultyCase& of) { test::first_memory(of).retention = All{}; }}) ==
        "green with the fault");
  // and another figure than the one that is named does not count
  CHECK(not_red({.check = kStored, .counts = [](StepFigures& figures, const FaultyCase&) {
                   figures["carried"] = 0;
                 }}) == "green with the fault");
}

TEST_CASE("a comparison that is not made proves nothing") {
  CHECK(not_red({.check = "swa.memory/mistral-7b S=77 stored"}) ==
        "there is no comparison 'swa.memory/mistral-7b S=77 stored'");
  CHECK(not_red({.check = "swa.memory/mistral-7b S=4095 read indexer"}) ==
        "'swa.memory/mistral-7b S=4095 read indexer' is not compared");
}

TEST_CASE("a fault can be on the executor's side") {
  CHECK(not_red({.check = kStored,
                 .side = test::Side::executor,
                 .counts = [](StepFigures& figures, const FaultyCase&) { figures["stored"] += 1; }}) == "");
}

}  // namespace

}  // namespace kvtally::fault_test
