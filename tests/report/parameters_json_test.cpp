#include "report/parameters_json.hpp"

#include <doctest/doctest.h>

#include "report/compiled_in.hpp"

namespace kvtally::parameters_json_test {

namespace {

Model of_zoo(const std::string& id) { return find_model(test::zoo(), id)->model; }

// Ling-2.6-1T without the rank of its query projections.
Model incomplete() {
  Model model = of_zoo("ling-2.6-1t");
  model.weights.sizes.erase("q_lora_rank");
  return model;
}

TEST_CASE("the object parameters of show") {
  CHECK(parameters_json(of_zoo("deepseek-v3")) == Json::parse(R"({
    "computed_total": 671026419200, "computed_active": 37552297472, "computed_draft": 11610068224,
    "computed_encoder": 0, "published_total": 671000000000, "published_active": 37000000000,
    "compared_total": 671026419200, "difference": 26419200, "stored_total": null, "missing": []})"));
  CHECK(parameters_json(of_zoo("glm-4.5"))["compared_total"] == 352797829024 + 3988069792 - 2 * 151552 * 5120LL);
}

TEST_CASE("what is not known is null, and named") {
  CHECK(parameters_json(incomplete()) == Json::parse(R"({
    "computed_total": null, "computed_active": null, "computed_draft": null, "computed_encoder": null,
    "published_total": 1000000000000, "published_active": 63000000000, "compared_total": null,
    "difference": null, "stored_total": null, "missing": ["q_lora_rank"]})"));
  Model model;
  model.stored = StoredWeights{{{WeightPart::head, "BF16", 1, 1234, Bytes{2468}}}, "one safetensors file"};
  CHECK(parameters_json(model)["stored_total"] == 1234);
  CHECK(parameters_json(model)["missing"] == Json{"weights"});
}

TEST_CASE("the breakdown as a document: its tensors add up") {
  const Json document = Json::parse(json_of(parameter_sheet(of_zoo("gpt-oss-20b"))));
  CHECK(document["schema"] == "kvtally.explain/1");
  CHECK(document["id"] == "gpt-oss-20b");
  std::int64_t total = 0;
  std::int64_t active = 0;
  for (const Json& tensor : document["tensors"]) {
    total += tensor["parameters"].get<std::int64_t>();
    active += tensor["active"].get<std::int64_t>();
  }
  CHECK(total == 20914757184);
  CHECK(active == document["parameters"]["computed_active"]);
  CHECK(document["tensors"][0] == Json::parse(R"({
    "part": "embedding", "layer_type": "", "name": "token embedding", "layers": 1, "copies": 1,
    "active_copies": 1, "shape": [201088, 2880], "parameters": 579133440, "active": 579133440,
    "bytes": 1158266880})"));
}

TEST_CASE("the bytes of the weights as a document: by tensor, by part, read by a step, and what is missing") {
  const Json document = Json::parse(json_of(parameter_sheet(of_zoo("gpt-oss-20b"))));
  const Json& weights = document["weights"];
  CHECK(weights["from"] == "computed from the shapes, weight_format: bf16,experts=mxfp4");
  CHECK(weights["total_bytes"] == 13761264768);
  CHECK(weights["active_bytes_per_step"] == 3708083328);
  std::int64_t tensors = 0;
  for (const Json& tensor : document["tensors"]) {
    tensors += tensor["bytes"].get<std::int64_t>();
  }
  CHECK(tensors == 13761264768);
  CHECK(weights["parts"][0] ==
        Json::parse(R"({"part": "embedding", "bytes": 1158266880, "active_bytes_per_step": 0})"));
  const Json nothing = Json::parse(json_of(parameter_sheet(Model{})))["weights"];
  CHECK(nothing == Json::parse(R"({"total_bytes": null, "active_bytes_per_step": null,
    "missing": ["the size of the weights: missing weights",
                "the size of the weights: no published number of parameters"]})"));
}

}  // namespace

}  // namespace kvtally::parameters_json_test
