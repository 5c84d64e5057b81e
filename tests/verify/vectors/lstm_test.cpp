#include "verify/vectors/reproduced.hpp"

namespace kvtally::lstm_test {

using test::failures_with;
using test::failures_without_first_number;

namespace {

constexpr const char* kName = "lstm_numpy";

}  // namespace

TEST_CASE("layers of long short-term memory are reproduced") { test::check_reproduced(kName); }

TEST_CASE("each recorded figure and weight of an LSTM is compared or used") {
  CHECK(failures_without_first_number(kName, "y") == "y (at once)\ny (in steps)\n");
  for (const std::string layer : {"layer0", "layer1"}) {
    for (const std::string state : {"hidden", "cell"}) {
      std::string first = layer;
      first += "." + state + "_after_P";
      std::string name = layer;
      name += " " + state;
      CHECK(failures_without_first_number(kName, first) == name + " after P\n");
      std::string final = layer;
      final += ".final_" + state;
      CHECK(failures_without_first_number(kName, final) == name + " at the end\n");
    }
  }
  const std::string second = "layer1 hidden after P\nlayer1 cell after P\n";
  for (const char* name : {"layer1.W", "layer1.U", "layer1.b"}) {
    CAPTURE(name);
    CHECK(failures_without_first_number(kName, name) ==
          "y (at once)\n" + second + "y (in steps)\nlayer1 hidden at the end\nlayer1 cell at the end\n");
  }
  for (const char* name : {"layer0.W", "layer0.U", "layer0.b", "x"}) {
    CAPTURE(name);
    CHECK(failures_without_first_number(kName, name)
              .starts_with("y (at once)\nlayer0 hidden after P\nlayer0 cell after P\n" + second));
  }
}

TEST_CASE("parameters of an LSTM are obeyed") {
  CHECK(failures_with(kName, R"("prefill_len":3)", R"("prefill_len":4)") ==
        "layer0 hidden after P\nlayer0 cell after P\nlayer1 hidden after P\nlayer1 cell after P\n");
  CHECK(failures_with(kName, R"("prefill_len":3)", R"("prefill_len":7)") ==
        "the first pass leaves no token to the steps; less than T");
  CHECK(failures_with(kName, R"("units":[6,4])", R"("units":[6,5])") ==
        "'weights.layer1.W' has the shape [16, 6]; [20, 6]");
}

}  // namespace kvtally::lstm_test
