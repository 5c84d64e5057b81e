#include "report/schema.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

#include "hardware/device.hpp"
#include "hardware/device_file.hpp"
#include "read/description/description.hpp"
#include "read/text/yaml.hpp"
#include "report/schema_fields.hpp"
#include "support/golden.hpp"

namespace kvtally::schema_test {

namespace {

Json schema(const std::string& name) {
  const auto found = Schemas(embedded_files()).find(name);
  REQUIRE(found);
  return *found;
}

std::vector<std::string> fields_of(const std::string& name) {
  const Json json = schema(name);
  return test::SchemaFields(json).lines();
}

std::set<std::string> keys_of(const Json& object) {
  std::set<std::string> out;
  for (const auto& [key, value] : object.items()) {
    out.insert(key);
  }
  return out;
}

TEST_CASE("the schemas: outputs, then inputs") {
  const std::vector<std::string> names = Schemas(embedded_files()).names();
  CHECK(fmt::format("{}", fmt::join(names, " ")) ==
        "check compare containers corpus curve diff engine engines explain fit hardware kernels kinds log model "
        "models plan proofs report roofline "
        "schemas show table verify check-yaml claims-yaml hardware-yaml model-yaml report-yaml");
  CHECK_FALSE(Schemas(embedded_files()).find("common"));
  CHECK_FALSE(Schemas(embedded_files()).find("Show"));
  CHECK(Schemas({}).names().empty());
}

TEST_CASE("every field of every schema, its type, and whether it may be absent") {
  std::string all;
  for (const std::string& name : Schemas(embedded_files()).names()) {
    all += name + "\n";
    for (const std::string& line : fields_of(name)) {
      all += "  " + line + "\n";
    }
  }
  test::check_golden("tests/golden/report/schema-fields.txt", all);
}

// Checks outside the project read these: a rewritten golden file must not hide that one is gone.
struct Fixed {
  const char* schema;
  std::vector<std::string> fields;
};

const std::vector<Fixed>& fixed_fields() {
  static const std::vector<Fixed> out{
      {"show",
       {"schema: 'kvtally.show/1'",
        "models[].name: string",
        "models[].context: integer",
        "models[].batch: integer",
        "models[].kv_dtype: string",
        "models[].kv_bytes: integer",
        "models[].indexer_bytes: integer",
        "models[].state_bytes: integer",
        "models[].open_bytes: integer",
        "models[].cross_bytes: integer",
        "models[].draft_bytes: integer",
        "models[].total_bytes: integer",
        "models[].marginal_bytes_per_token: number",
        "models[].read_bytes_per_step: integer",
        "models[].written_bytes_per_step: integer",
        "models[].macs_per_step: integer",
        "models[].naive_bytes: integer or null",
        "models[].naive_what: string",
        "models[].assumptions: array of string",
        "models[].layers: array of object",
        "models[].layers[].count: integer",
        "models[].layers[].kind: string"}},
      {"table",
       {"rows[].id: string", "rows[].name: string", "rows[].vendor: string", "rows[].released: string",
        "rows[].layers: integer", "rows[].cycle: array of string", "rows[].max_context: integer or null",
        "rows[].kv_bytes: integer", "rows[].kv: string", "rows[].printed.kv: string or null",
        "rows[].printed.context: string or null", "rows[].printed.released: string or null",
        "rows[].highlight: string or null", "rows[].note: string or null"}},
      {"compare",
       {"rows[].model: string", "rows[].as: string", "rows[].counterfactual: boolean", "rows[].kv_bytes: integer",
        "rows[].ratio_to_first: number or null", "rows[].devices_exact: number or null"}},
      {"curve",
       {"models[].name: string", "models[].terms[].part: one of entries, indexer, state, open, cross, draft",
        "models[].terms[].form: one of constant, stair, remainder", "models[].terms[].bytes: integer",
        "models[].terms[].every_tokens: integer or null", "models[].terms[].from_tokens: integer or null",
        "models[].terms[].to_tokens: integer or null", "models[].pieces[].from_tokens: integer",
        "models[].pieces[].to_tokens: integer or null", "models[].pieces[].slope_bytes_per_token: number",
        "models[].pieces[].constant_bytes: number", "models[].pieces[].step_bytes: number"}},
      {"fit",
       {"devices_exact: number", "devices: integer or null", "weight_bytes: integer",
        "cache_bytes_per_user: integer", "users: integer", "context_tokens: integer", "binding: string"}},
      {"engine",
       {"engine: string", "version: string", "groups: array of object", "groups[].bytes: integer",
        "allocated_bytes: integer or null", "needed_bytes: integer", "log: array of string",
        "reconciliation: array of object", "reconciliation[].what: string", "reconciliation[].bytes: integer"}},
      {"verify",
       {"checks[].name: string", "checks[].kind: string", "checks[].passed: boolean",
        "checks[].expected: integer or null", "checks[].counted: integer or null",
        "checks[].error: number or null", "checks[].bound: number or null", "passed: integer", "failed: integer"}},
      {"check",
       {"results[].id: string", "results[].passed: boolean or null", "results[].expected: string",
        "results[].actual: string or null", "results[].verdict: string", "passed: integer", "failed: integer"}},
  };
  return out;
}

void check_fixed(const std::string& name, const std::string& line) {
  CAPTURE(name);
  CAPTURE(line);
  const std::vector<std::string> fields = fields_of(name);
  CHECK(std::ranges::find(fields, line) != fields.end());
}

TEST_CASE("the fields that version 1 fixes are there, always, and of their types") {
  for (const Fixed& fixed : fixed_fields()) {
    for (const std::string& line : fixed.fields) {
      check_fixed(fixed.schema, line);
    }
  }
  check_fixed("roofline", "ridge_flop_per_byte: number or null");
  for (const std::string step : {"decode", "prefill"}) {
    for (const std::string field :
         {"weight_bytes: integer", "cache_bytes: integer", "weight_seconds: number", "cache_seconds: number",
          "total_seconds: number", "flop: integer", "intensity_flop_per_byte: number or null",
          "bound: one of memory, compute, link", "parts[].name: string", "parts[].kind: string",
          "parts[].bytes: integer", "parts[].flop: integer", "parts[].intensity_flop_per_byte: number or null",
          "parts[].seconds: number", "parts[].bound: one of memory, compute, link"}) {
      check_fixed("roofline", fmt::format("models[].{}.{}", step, field));
    }
  }
}

// Properties without a sentence, references to nothing.
void check_described(const Json& root, const Json& part, const std::string& path) {
  CAPTURE(path);
  if (part.is_object() && part.contains("$ref")) {
    CHECK(root["$defs"].contains(part["$ref"].get<std::string>().substr(8)));
  }
  for (const auto& [key, value] : part.items()) {
    if (key == "properties" && path.find("/if") == std::string::npos) {
      for (const auto& [name, property] : value.items()) {
        CAPTURE(name);
        CHECK(!property.value("description", "").empty());
      }
    }
    if (value.is_structured()) {
      check_described(root, value, path + "/" + key);
    }
  }
}

TEST_CASE("each schema says which draft it is of, and each field what it is") {
  for (const std::string& name : Schemas(embedded_files()).names()) {
    CAPTURE(name);
    const Json json = schema(name);
    CHECK(json.items().begin().key() == "$schema");
    CHECK(json["$schema"] == "https://json-schema.org/draft/2020-12/schema");
    CHECK(!json["title"].get<std::string>().empty());
    CHECK_FALSE(json.contains("additionalProperties"));
    check_described(json, json, name);
  }
}

TEST_CASE("a model description's keys are those that are read") {
  const auto read = description_keys();
  CHECK(keys_of(schema("model-yaml")["properties"]) == std::set<std::string>(read.begin(), read.end()));
}

TEST_CASE("every key of a device's schema is read") {
  std::string text = "name: A\n";
  for (const std::string& key : keys_of(schema("hardware-yaml")["properties"])) {
    text += key == "name" ? "" : key + ": ~\n";
  }
  const auto tree = parse_yaml("a.yaml", text);
  REQUIRE(tree);
  CHECK(read_profile(*tree, "a"));
}

TEST_CASE("a device's peaks are of the formats that are read") {
  CHECK(keys_of(schema("hardware-yaml")["$defs"]["peaks"]["properties"]) ==
        std::set<std::string>(kPeakFormats.begin(), kPeakFormats.end()));
}

TEST_CASE("words of a file as numbers, texts and truth values; definitions of common.yaml with what they use") {
  const auto common = parse_yaml("common.yaml", "$defs: {a: {items: {$ref: '#/$defs/b'}}, b: {}, c: {}}");
  const auto one = parse_yaml("x.yaml",
                              "title: T\nminimum: 0\nflag: true\ntype: [text, 'null', '7', ~]\n"
                              "properties: {p: {$ref: '#/$defs/a'}, q: {$ref: '#/$defs/own'}}\n"
                              "$defs: {own: {$ref: '#/$defs/own'}}\n");
  REQUIRE(common);
  REQUIRE(one);
  const std::vector<EmbeddedFile> files{{"reports/schemas/common.yaml", common->nodes()},
                                        {"reports/schemas/x-yaml.yaml", one->nodes()},
                                        {"reports/x.yaml", one->nodes()}};
  const Schemas schemas(files);
  CHECK(schemas.names() == std::vector<std::string>{"x-yaml"});
  CHECK(schemas.find("x-yaml")->dump() ==
        R"({"$schema":"https://json-schema.org/draft/2020-12/schema","title":"T","minimum":0,"flag":true,)"
        R"("type":["text","null","7",null],"properties":{"p":{"$ref":"#/$defs/a"},"q":{"$ref":"#/$defs/own"}},)"
        R"("$defs":{"own":{"$ref":"#/$defs/own"},"a":{"items":{"$ref":"#/$defs/b"}},"b":{}}})");
  CHECK(Json::parse(schemas.json_of_list()) ==
        Json::parse(R"({"schema":"kvtally.schemas/1","schemas":[{"name":"x-yaml","of":"input","title":"T"}]})"));
}

}  // namespace

}  // namespace kvtally::schema_test
