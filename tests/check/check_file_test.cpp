#include "check/check_file.hpp"

#include <algorithm>

#include "check/checked.hpp"
#include "report/schema.hpp"

namespace kvtally::check_file_test {

namespace {

using test::one;
using test::problems_of;

const std::string kWhat = "what: {figure: show.kv_bytes, model: llama-2-7b, context: 4K}";

TEST_CASE("a whole file") {
  const auto tree =
      parse_yaml("f.yaml", "title: T\nchecks:\n  - id: a\n    " + kWhat +
                               "\n    expected: 2 GiB\n    equal: at most\n    note: N\n  - {id: b, " + kWhat +
                               ", error: no}\n");
  REQUIRE(tree.has_value());
  CHECK(is_check_file(*tree));
  const auto file = read_check_file(*tree, test::compiled_in_sources(), false);
  REQUIRE_MESSAGE(file.has_value(), render(file.error()));
  CHECK(file->title == "T");
  REQUIRE(file->checks.size() == 2);
  CHECK(file->checks[0].id == "a");
  CHECK(file->checks[0].place == Place{3, 5});
  CHECK(file->checks[0].expected_place == Place{5, 15});
  CHECK(file->checks[0].figure.expected == "2 GiB");
  CHECK(file->checks[0].figure.equality == Equality::at_most);
  CHECK(file->checks[0].note == "N");
  CHECK_FALSE(file->checks[0].error.has_value());
  CHECK(file->checks[1].error == "no");
}

// The keys of a part of the schema of such files, each with a null: what is wrong beside the keys is of no
// concern.
std::string with_keys(const Json& part) {
  std::string out;
  for (const auto& [key, value] : part["properties"].items()) {
    out += (out.empty() ? "{" : ", ") + key + ": ~";
  }
  return out + "}";
}

TEST_CASE("every key of the schema is read") {
  const auto schema = Schemas(embedded_files()).find("check-yaml");
  REQUIRE(schema);
  CHECK(problems_of(with_keys(*schema)).find("unknown key") == std::string::npos);
  CHECK(problems_of("checks: [" + with_keys((*schema)["$defs"]["check"]) + "]").find("unknown key") ==
        std::string::npos);
}

TEST_CASE("what is no check file") {
  CHECK(problems_of("[1]") == "1:1: the document is a list; expected a map of keys and values");
  CHECK(problems_of("title: T\n") == "0:0: the key 'checks' is missing; expected a list of expectations");
  CHECK(problems_of("checks: {}\n") == "1:9: checks is a map; expected a list of expectations");
  CHECK(problems_of("checks: []\n") == "1:9: checks is an empty list; expected a list of expectations");
  CHECK(problems_of("checks: [x]\n") == "1:10: a check is 'x'; expected a map of keys and values");
  CHECK(problems_of("tilte: T\n" + one(kWhat + ", expected: 1 B")) == "1:1: unknown key 'tilte' (title?)");
}

TEST_CASE("what is wrong with one check, and where") {
  CHECK(
      problems_of(one(kWhat)) ==
      "2:5: the key 'expected' is missing; expected a figure with its unit, or error: the message of its refusal");
  CHECK(problems_of(one("expected: 1 B")) ==
        "2:5: the key 'what' is missing; expected a figure and what it is asked with");
  CHECK(problems_of("checks:\n  - {" + kWhat + ", expected: 1 B}\n") ==
        "2:5: the key 'id' is missing; expected text");
  CHECK(problems_of(one(kWhat + ", expcted: 1 B, expected: 1 B")).find("unknown key 'expcted' (expected?)") !=
        std::string::npos);
  CHECK(problems_of(one(kWhat + ", expected: 1 B, error: x"))
            .find("expected stands beside error; expected one of them") != std::string::npos);
  CHECK(problems_of(one(kWhat + ", error: x, equal: exact")).find("equal stands beside error") !=
        std::string::npos);
  CHECK(problems_of("checks:\n  - id: a\n    " + kWhat + "\n    expected: 2 KB\n") ==
        "4:15: expected is '2 KB': 'KB' is no unit that is known here; expected a number with its unit");
  CHECK(problems_of("checks:\n  - id: a\n    " + kWhat + "\n    expected: many\n    equal: at most\n") ==
        "4:15: expected is 'many': it does not start with a digit; expected a number with its unit");
  CHECK(problems_of("checks:\n  - {id: a, " + kWhat + ", expected: 1 B}\n  - {id: a, " + kWhat +
                    ", expected: 1 B}\n") == "3:5: the id a is taken; expected another one for each check");
}

TEST_CASE("what is wrong with a figure is found before anything is computed") {
  const auto asked = [](const std::string& what) {
    return problems_of("checks:\n  - id: a\n    what: {" + what + "}\n    expected: 1 B\n");
  };
  CHECK(asked("figure: show.kv_byte, model: llama-2-7b, context: 4K") ==
        "3:20: unknown figure 'show.kv_byte' (show.kv_bytes?)");
  CHECK(asked("figure: show.kv_bytes, modle: llama-2-7b, context: 4K") == "3:35: unknown key 'modle' (model?)");
  CHECK(asked("figure: show.kv_bytes, model: llama-2-7, context: 4K").find("unknown model 'llama-2-7'") !=
        std::string::npos);
  CHECK(asked("figure: show.kv_bytes, model: llama-2-7b, context: 4KB").find("context is '4KB'") !=
        std::string::npos);
  CHECK(asked("figure: show.kv_bytes, model: llama-2-7b").find("the key 'context' is missing") !=
        std::string::npos);
  CHECK(asked("figure: show.kv_bytes, model: llama-2-7b, context: 4K, kv_dtype: fp7").find("fp7") !=
        std::string::npos);
  CHECK(asked("figure: show.kv_bytes, model: llama-2-7b, context: 4K, batch: -1").find("batch is '-1'") !=
        std::string::npos);
  CHECK(asked("figure: fit.weight_bytes, model: llama-2-7b, context: 4K, on: h101").find("h101") !=
        std::string::npos);
  CHECK(asked("figure: ratio, of: {figure: show.kv_byte}, to: 1") ==
        "3:40: unknown figure 'show.kv_byte' (show.kv_bytes?)");
  CHECK(asked("figure: sum, of: [1, {figure: nothing}]").find("unknown figure 'nothing'") != std::string::npos);
  CHECK(asked("figure: fit.weight_bytes, model: llama-2-7b, context: 4K, on: h100-sxm, weight_dtype: fp7")
            .find("fp7") != std::string::npos);
}

TEST_CASE("all problems of a file at once") {
  const std::string text = problems_of(
      "checks:\n  - {id: a, what: {figure: nothing}, expected: 1 B}\n  - {id: b, what: " + kWhat.substr(6) +
      "}\n  - {id: c, color: red}\n");
  CHECK(std::ranges::count(text, '\n') == 4);
}

TEST_CASE("a file that is to be recorded needs no expectations") {
  const auto tree = parse_yaml("f.yaml", one(kWhat));
  CHECK(read_check_file(*tree, test::compiled_in_sources(), true).has_value());
}

}  // namespace

}  // namespace kvtally::check_file_test
