#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "report/explain_shapes.hpp"
#include "report/explanations.hpp"

namespace kvtally::explain_json_test {

namespace {

TEST_CASE("the same lines as objects, and the totals") {
  const auto json = nlohmann::json::parse(json_of(test::explanation_of("deepseek-v3", 131072)));
  CHECK(json["schema"] == "kvtally.explain/1");
  CHECK(json["id"] == "deepseek-v3");
  CHECK(json["context"] == 131072);
  const auto& lines = json["layers"][0]["sections"][0]["lines"];
  CHECK(lines[0] == nlohmann::json{{"line", nullptr},
                                   {"addend_of", nullptr},
                                   {"part", "entries"},
                                   {"name", "entry"},
                                   {"formula", "latent width × 2 + rotary key width × 2"},
                                   {"substituted", "512 × 2 + 64 × 2"},
                                   {"value", 1152},
                                   {"unit", "bytes"}});
  CHECK(lines[2]["line"] == "1.1");
  CHECK(lines[2]["addend_of"] == "kept");
  CHECK(json["totals"][0]["name"] == "kept");
  CHECK(json["totals"][0]["value"] == 9210691584);
  CHECK(json["totals"][0]["addends"][0]["line"] == "1.1");
  CHECK(json["sources"][0]["where"] == "modelzoo/deepseek-v3.yaml:13");
}

TEST_CASE("every line of every model is one, and the totals are those of the figures") {
  for (const std::string& id : test::zoo().ids()) {
    CAPTURE(id);
    const Explanation explanation = test::explanation_of(id, 100001);
    const auto json = nlohmann::json::parse(json_of(explanation));
    std::size_t lines = 0;
    for (const auto& layer : json["layers"]) {
      for (const auto& section : layer["sections"]) {
        lines += section["lines"].size();
      }
    }
    CHECK(lines > 0);
    CHECK(json["totals"][0]["value"] == static_cast<std::int64_t>(explanation.sheet.figures.kept.total().value));
  }
}

TEST_CASE("shapes as objects: what there is none of is null") {
  const auto json = nlohmann::json::parse(json_of(shapes_of(test::model_of("deepseek-v3"))));
  CHECK(json["schema"] == "kvtally.explain/1");
  const auto& rows = json["shapes"][1]["rows"];
  CHECK(rows[2]["tensor"] == "c");
  CHECK(rows[2]["decode"] == "[B, 1, S + 1, 512]");
  CHECK(rows[2]["cached"] == "kept");
  CHECK(rows[4]["decode"].is_null());
  CHECK(rows[0]["cached"] == "no");
}

}  // namespace

}  // namespace kvtally::explain_json_test
