#include <doctest/doctest.h>

#include "report/json.hpp"
#include "report/rooflines.hpp"

namespace kvtally::roofline_json_test {

namespace {

Json document_of(const std::string& id, const RooflineQuestion& asked,
                 const Device& device = test::round_device()) {
  Json out = Json::parse(json_of(std::vector{test::roofline(id, asked, device)}));
  CHECK(out["schema"] == "kvtally.roofline/1");
  return out;
}

TEST_CASE("the fixed fields") {
  RooflineQuestion asked = test::question(131072);
  asked.prefill = Prefill{Tokens{0}, Tokens{4096}, 0, 1, false, {}};
  const Json out = document_of("deepseek-v3", asked);
  CHECK(out["ridge_flop_per_byte"] == 200.0);
  const Json& model = out["models"][0];
  CHECK(model["id"] == "deepseek-v3");
  for (const char* step : {"decode", "prefill"}) {
    CAPTURE(step);
    std::int64_t bytes = 0;
    double seconds = 0;
    for (const Json& part : model[step]["parts"]) {
      bytes += part["bytes"].get<std::int64_t>();
      seconds += part["seconds"].get<double>();
      for (const char* key : {"name", "kind", "flop", "intensity_flop_per_byte", "bound"}) {
        CHECK(part.contains(key));
      }
    }
    CHECK(bytes ==
          model[step]["weight_bytes"].get<std::int64_t>() + model[step]["cache_bytes"].get<std::int64_t>());
    CHECK(seconds == doctest::Approx(model[step]["total_seconds"].get<double>()));
    for (const char* key : {"weight_seconds", "cache_seconds", "flop", "intensity_flop_per_byte", "bound"}) {
      CHECK(model[step].contains(key));
    }
  }
  CHECK(model["decode"]["cache_bytes"] == 9'210'691'584);
  CHECK(model["decode"]["cache_seconds"].get<double>() == doctest::Approx(9.210691584e-3));
  CHECK(model["prefill"]["attention_share_of_macs"].get<double>() == doctest::Approx(0.123).epsilon(0.005));
}

TEST_CASE("what was not asked or is not known is null") {
  Device device = test::round_device();
  device.peaks.clear();
  const Json out = document_of("rwkv-7", test::question(100), device);
  CHECK(out["ridge_flop_per_byte"].is_null());
  const Json& model = out["models"][0];
  CHECK(model["prefill"].is_null());
  CHECK(model["drafts"].is_null());
  CHECK(model["crossover_tokens"].is_null());
  CHECK(model["decode"]["dequantised_cache_bytes"].is_null());
  CHECK(model["batches"].empty());
}

TEST_CASE("scattered reads, drafts and batches") {
  RooflineQuestion asked = test::question(131072);
  asked.drafting = Drafting{1, 0.5};
  asked.batches = {1, 2};
  const Json model = document_of("deepseek-v3.2", asked)["models"][0];
  const Json& scattered = model["decode"]["scattered"][0];
  CHECK(scattered["rows"] == 2048);
  CHECK(scattered["row_bytes"] == 1152);
  CHECK(scattered["layers"] == 61);
  CHECK(model["drafts"]["tokens_per_step"] == 1.5);
  CHECK(model["batches"][1]["batch"] == 2);
  CHECK(model["batches"][0]["total_seconds"] == model["decode"]["total_seconds"]);
}

}  // namespace

}  // namespace kvtally::roofline_json_test
