#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "report/comparisons.hpp"

namespace kvtally::compare_json_test {

namespace {

using Json = nlohmann::json;

TEST_CASE("kvtally.compare/1 of attentions") {
  Comparison v3 = test::comparison_of("deepseek-v3", {"mha", "mla"}, 131072);
  v3.device = ComparedDevice{"tpu-v7x", Bytes{101726300406}, "printed"};
  v3.rows[0].sheet.assumptions = {"one"};
  const Json json = Json::parse(json_of(v3));
  CHECK(json["schema"] == "kvtally.compare/1");
  CHECK(json["device"] == Json{{"id", "tpu-v7x"}, {"usable_bytes", 101726300406}, {"usable_basis", "printed"}});
  CHECK(json["models"] == Json::array({{{"id", "deepseek-v3"}, {"name", "DeepSeek-V3"}}}));
  CHECK(json["differences"] == Json::array());
  CHECK(json["rows"].size() == 2);
  Json row = json["rows"][0];
  CHECK(row["devices_exact"].get<double>() == doctest::Approx(523986010112.0 / 101726300406.0));
  row.erase("devices_exact");
  CHECK(row == Json{{"model", "deepseek-v3"},
                    {"as", "mha"},
                    {"counterfactual", true},
                    {"context", 131072},
                    {"batch", 1},
                    {"kv_dtype", "bf16"},
                    {"kv_bytes", 523986010112},
                    {"indexer_bytes", 0},
                    {"state_bytes", 0},
                    {"open_bytes", 0},
                    {"cross_bytes", 0},
                    {"draft_bytes", 0},
                    {"total_bytes", 523986010112},
                    {"marginal_bytes_per_token", 3997696},
                    {"read_bytes_per_step", 523986010112},
                    {"written_bytes_per_step", 3997696},
                    {"macs_per_step", 261993005056},
                    {"ratio_to_first", 1},
                    {"layers",
                     {{{"count", 61},
                       {"kind", "mha"},
                       {"layer_type", "full_attention"},
                       {"draft", false},
                       {"keeps", {"every position: key 128x128 + value 128x128, bf16"}},
                       {"total_bytes", 523986010112}}}},
                    {"assumptions", {"one"}}});
  CHECK(json["rows"][1]["counterfactual"] == false);
  CHECK(json["rows"][1]["ratio_to_first"].get<double>() == doctest::Approx(512.0 / 9));
}

TEST_CASE("kvtally.compare/1 of models") {
  Comparison two = test::side_by_side({{"llama-3.1-70b", 4096}, {"llama-2-70b", 4096}});
  const Json json = Json::parse(json_of(two));
  CHECK(json["device"].is_null());
  CHECK(json["rows"][0]["as"] == "as-is");
  CHECK(json["rows"][0]["devices_exact"].is_null());
  CHECK(json["differences"][0] == Json{{"field", "released"}, {"values", {"2024-07", "2023-07"}}});
  two.rows[1].sheet.figures.kept = {};
  CHECK(Json::parse(json_of(two))["rows"][1]["ratio_to_first"].is_null());
}

}  // namespace

}  // namespace kvtally::compare_json_test
