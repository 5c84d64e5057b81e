#include <doctest/doctest.h>
#include <map>

#include "model/presets.hpp"
#include "report/compiled_in.hpp"
#include "report/curve.hpp"
#include "report/json.hpp"

namespace kvtally::curve_json_test {

namespace {

Json model_of_curve(const std::string& id, bool drafting = false) {
  const Curve curve = curve_of(test::model_of(id), "bf16", 1, drafting, {1, 131072, {}});
  const Json document = Json::parse(json_of(std::vector{curve}));
  CHECK(document["schema"] == "kvtally.curve/1");
  return document["models"][0];
}

// A term as a reader of the document would compute it.
std::int64_t value_of(const Json& term, std::int64_t seen) {
  const std::int64_t bytes = term["bytes"];
  if (term["form"] == "constant") {
    return bytes;
  }
  const std::int64_t every = term["every_tokens"];
  if (term["form"] == "remainder") {
    return bytes * (seen % every);
  }
  const std::int64_t from = term["from_tokens"];
  const std::int64_t last = term["to_tokens"].is_null() ? seen : std::min<std::int64_t>(seen, term["to_tokens"]);
  return last < from ? 0 : bytes * ((last - from) / every + 1);
}

TEST_CASE("the terms add up to what show says, for a model with every form") {
  const Json model = model_of_curve("deepseek-v4-flash");
  CHECK(model["id"] == "deepseek-v4-flash");
  CHECK(model["name"] == "DeepSeek-V4-Flash");
  for (const std::int64_t seen : {1, 3, 4, 127, 128, 129, 1001, 131071}) {
    CAPTURE(seen);
    const Tally kept = tally(terms_of(test::model_of("deepseek-v4-flash")), Tokens{seen});
    std::map<std::string, std::int64_t> parts;
    for (const Json& term : model["terms"]) {
      parts[term["part"].get<std::string>()] += value_of(term, seen);
    }
    CHECK(parts["entries"] == number(kept[Part::entries]));
    CHECK(parts["indexer"] == number(kept[Part::indexer]));
    CHECK(parts["open"] == number(kept[Part::open]));
  }
}

TEST_CASE("the pieces are those of kv_bytes, in whole numbers where they are whole") {
  const Json model = model_of_curve("deepseek-v4-flash");
  CHECK(model["pieces_of"] == "kv_bytes");
  CHECK(model["pieces"] == Json::parse(R"([
    {"from_tokens": 0, "to_tokens": 127, "slope_bytes_per_token": 49408, "constant_bytes": 0, "step_bytes": 16128},
    {"from_tokens": 128, "to_tokens": null, "slope_bytes_per_token": 5536, "constant_bytes": 5636096,
     "step_bytes": 36448}])"));
  CHECK(model["pieces"][1]["slope_bytes_per_token"].is_number_integer());
}

TEST_CASE("constants and draft layers") {
  const Json whisper = model_of_curve("whisper-large-v3");
  const Json& encoder = whisper["terms"][1];
  CHECK(encoder == Json::parse(R"({"part": "cross", "form": "constant", "bytes": 245760000, "every_tokens": null,
    "from_tokens": null, "to_tokens": null, "layers": 32, "kind": "mha", "draft": false, "what": "encoder"})"));
  const Json v3 = model_of_curve("deepseek-v3", true);
  CHECK(v3["terms"].back()["part"] == "draft");
  CHECK(v3["terms"].back()["draft"] == true);
}

TEST_CASE("a slope that is not whole is the nearest double") {
  Model model;
  Memory memory = key_value_memory({1, 1, 1, 1});
  memory.retention = Pooled{3, 3};
  append_layer(model, model.order, full_attention(memory), 1);
  const Json piece =
      Json::parse(json_of(std::vector{curve_of(model, "bf16", 1, false, {1, 9, {}})}))["models"][0]["pieces"][0];
  CHECK(piece["slope_bytes_per_token"] == 4.0 / 3);
  CHECK(piece["step_bytes"] == 8.0 / 3);
}

}  // namespace

}  // namespace kvtally::curve_json_test
