#include <nlohmann/json.hpp>

#include "page/lecture.hpp"

namespace kvtally::page_json_test {

TEST_CASE("a page as JSON has every sentence, figure and table") {
  test::Lecture lecture("en", "models");
  lecture.request().models = {"llama-3.1-8b"};
  const auto page = compose_page(lecture.sources(), {});
  REQUIRE(page.has_value());
  const auto json = nlohmann::json::parse(json_of(*page));
  CHECK(json["schema"] == "kvtally.report/1");
  CHECK(json["recipe"] == "models");
  CHECK(json["language"] == "en");
  const auto& comparison = json["sections"][0];
  CHECK(comparison["values"]["most"] == "16 GiB");
  CHECK(comparison["pictures"][0]["name"] == "comparison");
  CHECK(comparison["tables"][0]["name"] == "comparison");
  CHECK(comparison["tables"][0]["columns"][5]["key"] == "kv_bytes");
  CHECK(comparison["tables"][0]["rows"][0][5] == "17179869184");
  const auto& layers = json["sections"][1];
  CHECK(layers["tables"][0]["name"] == "layers-llama-3.1-8b");
  CHECK(layers["arithmetic"][0] ==
        "Llama 3.1 8B, 32 x GQA: every position: key 8x128 + value 8x128, bf16 = 17,179,869,184 B");
}

}  // namespace kvtally::page_json_test
