#include <doctest/doctest.h>

#include "report/json.hpp"
#include "report/sheets.hpp"

namespace kvtally::sheet_json_test {

namespace {

constexpr std::string_view kParts[] = {"kv_bytes",   "indexer_bytes", "state_bytes",
                                       "open_bytes", "cross_bytes",   "draft_bytes"};

Json first_model(const Sheet& sheet) { return Json::parse(json_of(std::vector{sheet}))["models"][0]; }

// Every number in the document that is not written as an integer.
void collect_floats(const Json& json, const std::string& path, std::vector<std::string>& out) {
  if (json.is_structured()) {
    for (const auto& [key, value] : json.items()) {
      collect_floats(value, path + "/" + key, out);
    }
  } else if (json.is_number_float()) {
    out.push_back(path);
  }
}

TEST_CASE("kvtally.show/1 has the documented keys") {
  const Json document = Json::parse(json_of(std::vector{test::sheet_of("deepseek-v3", 131072)}));
  CHECK(document["schema"] == "kvtally.show/1");
  REQUIRE(document["models"].size() == 1);
  const Json& model = document["models"][0];
  for (const char* key :
       {"name", "context", "batch", "kv_dtype", "kv_bytes", "indexer_bytes", "state_bytes", "open_bytes",
        "cross_bytes", "draft_bytes", "total_bytes", "marginal_bytes_per_token", "read_bytes_per_step",
        "written_bytes_per_step", "macs_per_step", "naive_bytes", "naive_what", "assumptions", "layers"}) {
    CAPTURE(key);
    CHECK(model.contains(key));
  }
  CHECK(model["layers"][0].contains("count"));
  CHECK(model["layers"][0]["kind"] == "mla");
  CHECK(model["kv_bytes"] == 9210691584);
  CHECK(model["marginal_bytes_per_token"] == 70272);
  CHECK(json_of(std::vector<Sheet>{}) == "{\n  \"schema\": \"kvtally.show/1\",\n  \"models\": []\n}\n");
}

TEST_CASE("the parts of each model and layer add up, and numbers are whole where they can be") {
  for (const std::string& id : test::zoo().ids()) {
    CAPTURE(id);
    const Json model = first_model(test::sheet_of(id, 100003, 3));
    std::int64_t total = 0;
    for (const std::string_view part : kParts) {
      std::int64_t of_layers = 0;
      for (const Json& layer : model["layers"]) {
        of_layers += layer[std::string(part)].get<std::int64_t>();
      }
      CHECK(of_layers == model[std::string(part)].get<std::int64_t>());
      total += of_layers;
    }
    CHECK(model["total_bytes"] == total);
    std::vector<std::string> floats;
    collect_floats(model, "", floats);
    for (const std::string& path : floats) {
      CHECK(path == "/marginal_bytes_per_token");
      const double value = model["marginal_bytes_per_token"];
      CHECK(value != static_cast<double>(static_cast<std::int64_t>(value)));
    }
  }
}

TEST_CASE("no naive formula is null, and names that are not UTF-8 do not break the document") {
  Sheet sheet = test::sheet_of("deepseek-v3", 1);
  sheet.figures.naive.bytes.reset();
  sheet.model.name = "a\xff";
  const Json model = first_model(sheet);
  CHECK(model["naive_bytes"].is_null());
  CHECK(model["name"] == "a\xef\xbf\xbd");
}

TEST_CASE("fractions and quantities as numbers") {
  CHECK(number(Bytes{7}) == 7);
  CHECK(number(Fraction<Bytes>{Bytes{8}, 4}).is_number_integer());
  CHECK(number(Fraction<Bytes>{Bytes{8}, 4}) == 2);
  CHECK(number(Fraction<Bytes>{Bytes{9}, 4}) == 2.25);
  CHECK(print(document("x")) == "{\n  \"schema\": \"kvtally.x/1\"\n}\n");
}

TEST_CASE("stored weights stand there when the input holds them") {
  Sheet sheet = test::sheet_of("llama-2-7b", 4096);
  CHECK_FALSE(first_model(sheet).contains("stored_weights"));
  sheet.model.stored =
      StoredWeights{{{WeightPart::embedding, "BF16", 1, 1000, Bytes{2000}, StoredContent::parameters},
                     {WeightPart::experts, "F32", 2, 10, Bytes{40}, StoredContent::constants}},
                    "the header of 1 safetensors file",
                    {}};
  CHECK(first_model(sheet)["stored_weights"] == Json::parse(R"({
    "from": "the header of 1 safetensors file", "bytes": 2040, "parameters": 1000, "groups": [
      {"part": "embedding", "format": "BF16", "content": "parameters", "tensors": 1, "elements": 1000, "bytes": 2000},
      {"part": "experts", "format": "F32", "content": "constants", "tensors": 2, "elements": 10, "bytes": 40}]})"));
  sheet.model.stored = StoredWeights{{}, "the total_size of i.json", Bytes{14}};
  CHECK(first_model(sheet)["stored_weights"] ==
        Json::parse(R"({"from": "the total_size of i.json", "bytes": 14, "parameters": null, "groups": []})"));
}

}  // namespace

}  // namespace kvtally::sheet_json_test
