#include "report/model_facts.hpp"

#include <doctest/doctest.h>

#include "core/text.hpp"
#include "report/compiled_in.hpp"
#include "report/json.hpp"
#include "support/golden.hpp"
#include "support/lines.hpp"

namespace kvtally::model_facts_test {

namespace {

TEST_CASE("the facts of models") {
  for (const std::string id : {"deepseek-v4-flash", "whisper-large-v3", "rwkv-7"}) {
    CAPTURE(id);
    test::check_golden("tests/golden/report/facts-" + id + ".txt", facts_of(*test::zoo().describe(id), {}));
  }
  test::check_golden("tests/golden/report/facts-llama-2-7b.json", json_of(*test::zoo().describe("llama-2-7b")));
}

TEST_CASE("no line of a known model's facts has more than 100 columns") {
  for (const std::string& id : test::zoo().ids()) {
    CAPTURE(id);
    for (const std::string& line : test::lines_of(facts_of(*test::zoo().describe(id), {}))) {
      CHECK_MESSAGE((display_width(line) <= 100 || trim(line).find(' ') == std::string_view::npos), line);
    }
  }
}

TEST_CASE("what is not published is said so") {
  Description description;
  description.model.id = "x";
  description.model.name = "X";
  description.file = "x.yaml";
  CHECK(facts_of(description, {}) ==
        "name          X\n"
        "id            x\n"
        "vendor        not published\n"
        "released      not published\n"
        "parameters    not published\n"
        "context       not published\n"
        "layers        0:\n"
        "file          x.yaml\n");
}

TEST_CASE("a value has its line, or the rule by which it was derived") {
  const Json values = Json::parse(json_of(*test::zoo().describe("whisper-large-v3")))["values"];
  bool given = false;
  bool derived = false;
  for (const Json& value : values) {
    given = given || value == Json::parse(R"({"layer_type": "full_attention", "key": "is_encoder_decoder",
                                              "value": "true", "line": 20, "column": 21, "how": "given"})");
    derived = derived || (value["key"] == "head_dim" && value["value"] == 64 && value["line"].is_null() &&
                          value["how"] == "hidden_size ÷ num_attention_heads");
  }
  CHECK(given);
  CHECK(derived);
}

}  // namespace

}  // namespace kvtally::model_facts_test
