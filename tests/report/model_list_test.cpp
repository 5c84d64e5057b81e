#include "report/model_list.hpp"

#include <doctest/doctest.h>

#include "report/compiled_in.hpp"
#include "report/json.hpp"

namespace kvtally::model_list_test {

namespace {

std::vector<Description> three() {
  return {*test::zoo().describe("gemma-3-27b"), *test::zoo().describe("minimax-m3"),
          *test::zoo().describe("rwkv-7")};
}

TEST_CASE("the list of models as a table") {
  CHECK(write_text(list_of(three()), {false, 100}) ==
        "ID           Vendor          Released  Parameters    Context  Layers\n"
        "gemma-3-27b  Google          2025-03        27.4B    131,072      62\n"
        "minimax-m3   MiniMax         2026-06         427B  1,048,576      60\n"
        "rwkv-7       RWKV (BlinkDL)  2025-03         2.9B  unlimited      32\n");
  CHECK(write_csv(list_of(three())).find(",27.4B,131072,62,") != std::string::npos);
}

TEST_CASE("what is not published is said so") {
  Description unknown;
  unknown.model.id = "x";
  CHECK(write_csv(list_of({unknown})) ==
        "id,name,vendor,released,parameters,max_context,layers,layer_list,aliases\n"
        "x,,,,not published,not published,0,,\n");
}

TEST_CASE("kvtally.models/1") {
  const Json document = Json::parse(json_of(three()));
  CHECK(document["schema"] == "kvtally.models/1");
  REQUIRE(document["models"].size() == 3);
  const Json& gemma = document["models"][0];
  CHECK(gemma["id"] == "gemma-3-27b");
  CHECK(gemma["parameters_total"] == 27400000000);
  CHECK(gemma["parameters_active"].is_null());
  CHECK(gemma["max_context"] == 131072);
  CHECK(gemma["layers"] == 62);
  CHECK(gemma["layer_list"] == "[SWA x5, GQA] x10, SWA x2");
  CHECK(gemma["file"] == "modelzoo/gemma-3-27b.yaml");
  CHECK(!gemma["sources"].empty());
  CHECK(document["models"][2]["max_context"].is_null());
}

}  // namespace

}  // namespace kvtally::model_list_test
