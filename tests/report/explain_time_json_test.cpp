#include "report/explain_time_json.hpp"

#include <doctest/doctest.h>

#include "report/explained_on.hpp"

namespace kvtally::explain_time_json_test {

namespace {

TEST_CASE("the JSON of an explanation on a device") {
  const Json json = json_of(test::explained_on("llama-2-7b", test::device_question({2, 1, 1, 1, 1}, 1)));
  CHECK(json["device"] == "round");
  CHECK(json["placement"]["tp"] == 2);
  CHECK(json["sections"][0]["title"] == "rates");
  CHECK(json["sections"][0]["lines"][0]["substituted"] == "1,000,000,000,000 ÷ 1,000,000");
  CHECK(json["sections"][0]["lines"][0]["value"] == 1e6);
  CHECK(json["sources"][0]["where"] == "a page");
}

}  // namespace

}  // namespace kvtally::explain_time_json_test
