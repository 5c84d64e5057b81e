#include "hardware/device.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "hardware/reading.hpp"

namespace kvtally::device_test {

namespace {

// "fp8 1978", "fp8 1978 wider", "nothing".
std::string chosen(const Device& device, std::string_view format) {
  const auto peak = peak_for(device, format);
  return peak ? fmt::format("{} {}{}", peak->format,
                            static_cast<std::int64_t>(peak->rate.value / 1'000'000'000'000),
                            peak->wider ? " wider" : "")
              : "nothing";
}

TEST_CASE("a format with a unit of its own has that unit's peak") {
  const Device device =
      test::with_peaks({{"bf16", 989}, {"fp16", 990}, {"fp8", 1978}, {"int8", 1979}, {"fp4", 4000}});
  for (const auto& [format, expected] : {std::pair{"bf16", "bf16 989"},
                                         {"fp16", "fp16 990"},
                                         {"fp8", "fp8 1978"},
                                         {"int8", "int8 1979"},
                                         {"fp4", "fp4 4000"}}) {
    CHECK(chosen(device, format) == expected);
  }
}

TEST_CASE("without a unit, or without a published peak, the next wider format's is taken and said") {
  const Device hopper = test::with_peaks({{"bf16", 989}, {"fp8", 1978}, {"fp4", 0}});
  CHECK(chosen(hopper, "fp4") == "fp8 1978 wider");
  const Device ampere = test::with_peaks({{"bf16", 312}, {"fp16", 312}, {"fp8", 0}, {"int8", 624}, {"fp4", 0}});
  CHECK(chosen(ampere, "fp4") == "bf16 312 wider");
  CHECK(chosen(ampere, "int4") == "int8 624 wider");
  CHECK(chosen(test::with_peaks({{"bf16", 0}, {"fp16", 125}}), "int8") == "fp16 125 wider");
  CHECK(chosen(test::with_peaks({{"bf16", 459}}), "fp16") == "bf16 459 wider");
}

TEST_CASE("a peak is never guessed from a narrower format, a doubled rate or the vector units") {
  CHECK(chosen(test::with_peaks({{"fp8", 1978}}), "bf16") == "nothing");
  CHECK(chosen(test::with_peaks({{"fp16_fp16_accumulate", 330}, {"fp32_vector", 83}}), "bf16") == "nothing");
  CHECK(chosen(test::with_peaks({{"fp8", 0}, {"fp4", 0}}), "fp4") == "nothing");
  CHECK(chosen(Device{}, "bf16") == "nothing");
  CHECK(chosen(test::with_peaks({{"bf16", 1}}), "fp7") == "nothing");
  CHECK(chosen(test::with_peaks({{"fp32_vector", 67}}), "tf32") == "fp32_vector 67 wider");
}

TEST_CASE("the bandwidth of a memory, or that it is not published") {
  Device device;
  device.id = "d";
  CHECK(memory_bandwidth(device, "memory").error() == "d: its bandwidth is not published");
  CHECK(memory_bandwidth(device, "vmem").error() == "d: nothing is known of a memory 'vmem'; known: memory");
  device.bandwidth = ByteRate{7'380'000'000'000};
  device.other_memory = {{"sram", ByteRate{5}}, {"vmem", std::nullopt}};
  CHECK(memory_bandwidth(device, "memory")->value == 7'380'000'000'000);
  CHECK(memory_bandwidth(device, "sram")->value == 5);
  CHECK(memory_bandwidth(device, "vmem").error() == "d: the bandwidth of its vmem is not published");
  CHECK(memory_bandwidth(device, "").error() == "d: nothing is known of a memory ''; known: memory, sram, vmem");
}

}  // namespace

}  // namespace kvtally::device_test
