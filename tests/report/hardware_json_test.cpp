#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "report/hardware_facts.hpp"

namespace kvtally::hardware_json_test {

namespace {

TEST_CASE("devices as JSON: base units, null for what is not published, and why a peak is null") {
  Device device;
  device.id = "d";
  device.confidence = 'C';
  device.usable_memory = Bytes{94};
  device.bandwidth = ByteRate{4};
  device.peaks = {{"bf16", {OperationRate{10}}}, {"fp4", {}}};
  device.other_memory = {{"vmem", std::nullopt}};
  device.scale_up = {"a link", ByteRate{7}};
  device.price = 2500;
  device.usual.bandwidth = 850;
  const auto json = nlohmann::json::parse(json_of({device, Device{}}));
  CHECK(json["schema"] == "kvtally.hardware/1");
  CHECK(json["devices"].size() == 2);
  const auto& first = json["devices"][0];
  CHECK(first["id"] == "d");
  CHECK(first["confidence"] == "C");
  CHECK(first["memory_usable_bytes"] == 94);
  CHECK(first["memory_stated"].is_null());
  CHECK(first["bandwidth_bytes_per_second"] == 4);
  CHECK(first["bandwidth_measured_bytes_per_second"].is_null());
  CHECK(first["other_memory"][0] == nlohmann::json({{"name", "vmem"}, {"bandwidth_bytes_per_second", nullptr}}));
  CHECK(first["peaks"].size() == 9);
  CHECK(first["peaks"][0] ==
        nlohmann::json(
            {{"format", "bf16"}, {"status", "published"}, {"flop_per_second", 10}, {"ridge_flop_per_byte", 2.5}}));
  CHECK(first["peaks"][2]["status"] == "not published");
  CHECK(first["peaks"][4] == nlohmann::json({{"format", "fp4"},
                                             {"status", "none"},
                                             {"flop_per_second", nullptr},
                                             {"ridge_flop_per_byte", nullptr}}));
  CHECK(first["scale_up"] == nlohmann::json({{"name", "a link"}, {"one_way_bytes_per_second", 7}}));
  CHECK(first["host"]["name"].is_null());
  CHECK(first["usual_bandwidth_fraction"] == 0.85);
  CHECK(first["price_dollars_per_hour"] == 2.5);
  CHECK(json["devices"][1]["price_dollars_per_hour"].is_null());
}

}  // namespace

}  // namespace kvtally::hardware_json_test
