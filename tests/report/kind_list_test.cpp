#include "report/kind_list.hpp"

#include <doctest/doctest.h>

#include "core/text.hpp"
#include "model/kinds.hpp"
#include "report/formula.hpp"
#include "report/json.hpp"
#include "support/golden.hpp"

namespace kvtally::kind_list_test {

namespace {

TEST_CASE("the kinds in every format") {
  const std::string text = write_text(list_of_kinds(), {});
  test::check_golden("tests/golden/report/kinds.txt", text);
  test::check_golden("tests/golden/report/kinds.md", write_markdown(list_of_kinds()));
  test::check_golden("tests/golden/report/kinds.csv", write_csv(list_of_kinds()));
  test::check_golden("tests/golden/report/kinds.json", json_of_kinds());
  for (const std::string_view line : split(text, '\n')) {
    CHECK_MESSAGE(display_width(line) <= 100, line);
  }
}

TEST_CASE("kvtally.kinds/1") {
  const Json document = Json::parse(json_of_kinds());
  CHECK(document["schema"] == "kvtally.kinds/1");
  REQUIRE(document["kinds"].size() == kinds().size());
  for (const Json& kind : document["kinds"]) {
    if (kind["id"] == "nsa") {
      CHECK(kind["cache_class"].is_null());
      CHECK(kind["notes_row"].is_null());
    }
    if (kind["id"] == "mha") {
      CHECK(kind["knob"].is_null());
      CHECK(kind["notes_row"] == 1);
    }
  }
}

TEST_CASE("the formulas are what the presets keep") {
  for (const auto& [layer, symbols, seen] : test::formula_examples()) {
    CAPTURE(layer.kind);
    const std::string_view formula = kind_of(layer.kind).keeps;
    CAPTURE(formula);
    CHECK(test::evaluate(formula, symbols) == test::kept_without_open(layer, seen));
  }
  CHECK(test::formula_examples().size() == kinds().size());
}

TEST_CASE("the reader of formulas") {
  CHECK(test::evaluate("2 a b + floor((S - l) / s) (c - 1)",
                       {{"a", 3}, {"b", 5}, {"S", 9}, {"l", 2}, {"s", 3}, {"c", 4}}) == 30 + 2 * 3);
  CHECK(test::evaluate("min(S, F + W) x", {{"S", 10}, {"F", 3}, {"W", 4}, {"x", 2}}) == 14);
  CHECK(test::evaluate("0", {}) == 0);
}

}  // namespace

}  // namespace kvtally::kind_list_test
