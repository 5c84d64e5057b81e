#include <doctest/doctest.h>

#include "report/comparisons.hpp"
#include "support/golden.hpp"

namespace kvtally::compare_text_test {

namespace {

Comparison several() {
  Comparison out = test::comparison_of("deepseek-v3", {"mha", "mla", "dsa-2048"}, 131072);
  out.device = ComparedDevice{"tpu-v7x", Bytes{101726300406}, "as a driver printed it"};
  out.rows[0].sheet.assumptions = {"all assume this", "this is of one"};
  out.rows[1].sheet.assumptions = {"all assume this"};
  out.rows[2].sheet.assumptions = {"this is of two", "all assume this"};
  out.rows[0].sheet.assumptions.emplace_back("this is of two");
  return out;
}

Comparison models() {
  Comparison out = test::side_by_side({{"gemma-3-27b", 131072}, {"qwen3-next-80b-a3b", 262144}});
  out.rows[0].sheet.assumptions = {"of the first model"};
  return out;
}

TEST_CASE("one shape with other attentions") {
  test::check_golden("tests/golden/report/compare-attentions.txt", text_of(several(), Units::binary, {}));
  test::check_golden("tests/golden/report/compare-attentions.md",
                     joined(printed_tables(several(), Units::decimal), write_markdown));
}

TEST_CASE("models side by side") {
  test::check_golden("tests/golden/report/compare-models.txt", text_of(models(), Units::binary, {false, 80}));
  test::check_golden("tests/golden/report/compare-models.md",
                     joined(printed_tables(models(), Units::binary), write_markdown));
}

TEST_CASE("several models, each with several attentions, name both") {
  Comparison out = test::comparison_of("deepseek-v3", {"as-is", "mha"}, 131072);
  out.models.push_back(test::model_of("llama-2-7b"));
  out.rows.push_back(test::row_of("llama-2-7b", "as-is", 131072));
  out.rows.push_back(test::row_of("llama-2-7b", "mqa", 131072));
  out.rows[0].sheet.assumptions = {"of a whole model", "of two rows"};
  out.rows[1].sheet.assumptions = {"of a whole model"};
  out.rows[3].sheet.assumptions = {"of two rows"};
  const std::string text = text_of(out, Units::binary, {});
  CHECK(
      text.ends_with("Counterfactual, since no such model exists: deepseek-v3 as mha, llama-2-7b as mqa.\n\n"
                     "assumptions\n- deepseek-v3: of a whole model\n"
                     "- deepseek-v3 as as-is, llama-2-7b as mqa: of two rows\n"));
}

}  // namespace

}  // namespace kvtally::compare_text_test
