#include <doctest/doctest.h>

#include "hardware/roofline.hpp"
#include "support/print.hpp"

namespace kvtally::rates_test {

namespace {

constexpr Wide kTera = 1'000'000'000'000;

Device device() {
  Device out;
  out.id = "mine";
  out.bandwidth = ByteRate{2 * kTera};
  out.peaks["bf16"].rate = OperationRate{1000 * kTera};
  out.peaks["fp8"].rate = OperationRate{2000 * kTera};
  out.peaks["fp4"].rate = std::nullopt;  // no such unit
  return out;
}

WeightLoad weights_in(const std::vector<std::string>& formats) {
  WeightLoad load;
  std::int64_t bytes = 1000;
  for (const std::string& format : formats) {
    load.groups.push_back({WeightPart::feed_forward, "", "up", 1, 1, 1, Bytes{bytes--}, MultiplyAdds{1}, format});
  }
  return load;
}

TEST_CASE("the unit of a weight format") {
  CHECK(unit_for("bf16") == "bf16");
  CHECK(unit_for("BF16") == "bf16");
  CHECK(unit_for("f32") == "bf16");
  CHECK(unit_for("F16") == "fp16");
  CHECK(unit_for("fp8_e4m3") == "fp8");
  CHECK(unit_for("F8_E4M3") == "fp8");
  CHECK(unit_for("int8") == "int8");
  CHECK(unit_for("int8@64+bf16") == "bf16");
  CHECK(unit_for("nvfp4") == "fp4");
  CHECK(unit_for("mxfp4") == "bf16");
  CHECK(unit_for("int4@128+f16") == "bf16");
  CHECK(unit_for("q4_K") == "bf16");
}

TEST_CASE("bf16 weights and attention at the bf16 peak: nothing is assumed") {
  const auto rates = rates_of(device(), weights_in({"bf16"}), false);
  REQUIRE(rates);
  CHECK(rates->bandwidth == ByteRate{2 * kTera});
  CHECK(rates->matmul == OperationRate{1000 * kTera});
  CHECK(rates->attention == OperationRate{1000 * kTera});
  CHECK(rates->assumptions.empty());
  CHECK(*ridge(*rates) == 500);
}

TEST_CASE("each format of weights has its own peak; that of most bytes is the usual one") {
  const auto rates = rates_of(device(), weights_in({"fp8_e4m3", "bf16", "mxfp4", "nvfp4"}), false);
  REQUIRE(rates);
  CHECK(rates->matmul == OperationRate{2000 * kTera});
  CHECK(rates->matmul_format == "fp8");
  CHECK(rates->matmul_for("bf16") == OperationRate{1000 * kTera});
  CHECK(rates->matmul_for("mxfp4") == OperationRate{1000 * kTera});
  CHECK(rates->matmul_for("nvfp4") == OperationRate{2000 * kTera});
  CHECK(rates->matmul_for("another") == rates->matmul);
  CHECK(rates->assumptions ==
        std::vector<std::string>{
            "weights in fp8_e4m3: multiplied at the fp8 peak (2 PFLOP/s), which takes activations in fp8 too",
            "weights in mxfp4: widened to bf16 and multiplied at its peak (1 PFLOP/s)",
            "weights in nvfp4: multiplied at the fp8 peak (2 PFLOP/s), since no fp4 peak is published or there is "
            "no such unit"});
}

TEST_CASE("no weights: the bf16 peak for whatever is multiplied") {
  const auto rates = rates_of(device(), {}, false);
  REQUIRE(rates);
  CHECK(rates->matmul == rates->attention);
  CHECK(rates->matmul_format == "bf16");
}

TEST_CASE("a device without bf16 multiplies in fp16") {
  Device old = device();
  old.peaks.clear();
  old.peaks["bf16"].rate = std::nullopt;
  old.peaks["fp16"].rate = OperationRate{125 * kTera};
  const auto rates = rates_of(old, weights_in({"F16"}), false);
  REQUIRE(rates);
  CHECK(rates->attention_format == "fp16");
  CHECK(rates->assumptions ==
        std::vector<std::string>{"attention at the fp16 peak (125 TFLOP/s): no bf16 one is published or there is "
                                 "no such unit"});
}

TEST_CASE("no peak is published: the bandwidth stands alone; no bandwidth: no times") {
  Device bare = device();
  bare.peaks.clear();
  const auto rates = rates_of(bare, weights_in({"bf16"}), false);
  REQUIRE(rates);
  CHECK_FALSE(rates->matmul);
  CHECK_FALSE(rates->attention);
  CHECK(rates->assumptions ==
        std::vector<std::string>{"mine: no peak of its arithmetic is published, so that times are bounded by its "
                                 "bandwidth alone"});
  bare.bandwidth.reset();
  const auto none = rates_of(bare, {}, false);
  REQUIRE_FALSE(none);
  CHECK(none.error() == std::vector<std::string>{"mine: its memory bandwidth is not published; give one "
                                                 "(mine,bandwidth=1TB/s)"});
}

TEST_CASE("achieved: the measured fractions, else the usual ones of such devices, each said") {
  Device known = device();
  known.measured_bandwidth = ByteRate{kTera};
  known.measured_matmul = OperationRate{600 * kTera};
  const auto measured = rates_of(known, weights_in({"fp8_e4m3"}), true);
  REQUIRE(measured);
  CHECK(measured->bandwidth == ByteRate{kTera});
  CHECK(measured->attention == OperationRate{600 * kTera});
  CHECK(measured->matmul == OperationRate{1200 * kTera});
  Device usual = device();
  usual.usual = {"such parts", 800, 700, "a table"};
  const auto fractions = rates_of(usual, weights_in({"bf16"}), true);
  REQUIRE(fractions);
  CHECK(fractions->bandwidth == ByteRate{2 * kTera * 8 / 10});
  CHECK(fractions->attention == OperationRate{700 * kTera});
  CHECK(fractions->assumptions ==
        std::vector<std::string>{"mine: 0.800 of its bandwidth, as such parts usually reach",
                                 "mine: 0.700 of its peak in bf16, as such parts usually reach"});
}

TEST_CASE("achieved: what nobody knows") {
  Device known = device();
  const auto none = rates_of(known, {}, true);
  REQUIRE_FALSE(none);
  CHECK(none.error() == std::vector<std::string>{"mine: what it reaches of its bandwidth was not measured, nor is "
                                                 "a usual fraction known"});
  known.usual.bandwidth = 500;
  known.usual.devices = "such parts";
  const auto peak = rates_of(known, {}, true);
  REQUIRE(peak);
  CHECK(peak->attention == OperationRate{1000 * kTera});
  CHECK(peak->assumptions.back() ==
        "mine: what it reaches of its peak in bf16 was not measured, nor is a usual "
        "fraction known: the peak is taken");
  known.peaks.clear();
  known.measured_matmul = OperationRate{124 * kTera};  // measured, though no peak is printed (Apple M5 Max)
  CHECK(rates_of(known, {}, true)->attention == OperationRate{124 * kTera});
  CHECK_FALSE(rates_of(known, {}, false)->attention);
}

}  // namespace

}  // namespace kvtally::rates_test
