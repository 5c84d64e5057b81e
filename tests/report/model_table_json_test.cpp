#include <doctest/doctest.h>
#include <set>

#include "report/compiled_in.hpp"
#include "report/json.hpp"

namespace kvtally::model_table_json_test {

namespace {

TEST_CASE("kvtally.table/1 has the documented keys, and whole numbers") {
  const Json document = Json::parse(json_of(test::lecture_table()));
  CHECK(document["schema"] == "kvtally.table/1");
  CHECK(document["report"] == "attention-evolution");
  CHECK(document["context_tokens"] == 131072);
  REQUIRE(document["rows"].size() == 44);
  for (const Json& row : document["rows"]) {
    CAPTURE(row["id"].get<std::string>());
    for (const char* key : {"id", "name", "vendor", "released", "layers", "cycle", "max_context", "kv_bytes", "kv",
                            "printed", "differs", "highlight", "note", "caveat"}) {
      CAPTURE(key);
      CHECK(row.contains(key));
    }
    CHECK(row["kv_bytes"].is_number_integer());
    CHECK(row["layers"].is_number_integer());
    CHECK(row["cycle"].is_array());
    for (const char* key : {"kv", "context", "released"}) {
      CHECK(row["printed"].contains(key));
    }
  }
}

TEST_CASE("a row in JSON") {
  const Json document = Json::parse(json_of(test::lecture_table()));
  const Json row = document["rows"][6];
  CHECK(row["id"] == "deepseek-v2");
  CHECK(row["parameters_total"] == 236000000000);
  CHECK(row["cycle"] == Json{"MLA"});
  CHECK(row["layer_list"] == "MLA x60");
  CHECK(row["max_context"] == 163840);
  CHECK(row["kv_bytes"] == 9059696640);
  CHECK(row["kv"] == "8.4 GiB");
  CHECK(row["printed"] == Json{{"kv", "8.4 GiB"}, {"context", "128K"}, {"released", "2024-05"}});
  CHECK(row["differs"] == Json{"context"});
  CHECK(row["caveat"].is_null());
  CHECK(document["rows"][14]["caveat"] ==
        "The local layers are chunked, not sliding as the lecture has them; they store at most 8192 tokens either "
        "way.");
  CHECK(document["rows"][2]["highlight"].is_null());
  CHECK(document["rows"][13]["max_context"].is_null());
}

}  // namespace

}  // namespace kvtally::model_table_json_test
