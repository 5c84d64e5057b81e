#include "report/schema.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/transcript.hpp"
#include "read/text/embedded.hpp"
#include "support/folder.hpp"
#include "support/golden.hpp"

namespace kvtally::schema_test {

namespace {

using nlohmann::json;
using test::Words;

TEST_CASE("the list, in each format") {
  const auto listed = [](const std::string& format) { return test::output_of({"schema", "-o", format}); };
  test::check_golden("tests/golden/cli/schema.txt", test::output_of({"schema"}));
  CHECK(listed("table") == test::output_of({"schema"}));
  CHECK(listed("csv").starts_with("name,of,title\ncheck,output,"));
  CHECK(listed("markdown").starts_with("| Name"));
  CHECK(listed("json") == Schemas(embedded_files()).json_of_list());
  CHECK(listed("wide").find("model-yaml") != std::string::npos);
}

TEST_CASE("one schema, with or without -o json, and into a file") {
  const json list = json::parse(test::output_of({"schema", "-o", "json"}));
  for (const json& entry : list["schemas"]) {
    const auto name = entry["name"].get<std::string>();
    CAPTURE(name);
    const std::string text = test::output_of({"schema", name});
    CHECK(json::parse(text)["title"] == entry["title"]);
    CHECK(text == print(*Schemas(embedded_files()).find(name)));
    CHECK(test::output_of({"schema", name, "-o", "json"}) == text);
  }
  const test::Folder folder;
  CHECK(test::output_of({"schema", "fit", "-O", folder.path("fit.json")}) == "");
  std::ifstream in(folder.path("fit.json"), std::ios::binary);
  CHECK(std::string(std::istreambuf_iterator<char>(in), {}) == test::output_of({"schema", "fit"}));
  CHECK(test::kvtally({"schema", "fit", "-O", folder.path("none/fit.json")}).exit_code == 4);
}

TEST_CASE("every document that the program prints has a schema of its name") {
  const Schemas schemas(embedded_files());
  for (const Words& words : {Words{"table"}, {"show", "llama-2-7b"}, {"kinds", "--kernels"}, {"schema"}}) {
    Words command = words;
    command.insert(command.end(), {"-o", "json"});
    const std::string name = json::parse(test::output_of(command))["schema"];
    CAPTURE(name);
    const auto schema = schemas.find(name.substr(8, name.size() - 10));  // without "kvtally." and "/1"
    REQUIRE(schema);
    CHECK((*schema)["properties"]["schema"]["const"] == name);
  }
}

TEST_CASE("what is refused") {
  test::check_golden("tests/golden/cli/schema-refusals.txt", test::refusals({{"schema", "shwo"},
                                                                             {"schema", "enginery"},
                                                                             {"schema", "common"},
                                                                             {"schema", ""},
                                                                             {"schema", "show", "fit"},
                                                                             {"schema", "show", "-o", "csv"},
                                                                             {"schema", "-o", "yaml"},
                                                                             {"schema", "--si"}}));
}

}  // namespace

}  // namespace kvtally::schema_test
