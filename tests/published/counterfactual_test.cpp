#include "model/counterfactual.hpp"

#include <doctest/doctest.h>

#include "account/terms.hpp"
#include "published/document.hpp"
#include "support/golden.hpp"

namespace kvtally::counterfactual_test {

namespace {

// The shapes of claims.yaml are written by hand; compare --as must come to the same.
TEST_CASE("V3 with other attentions is what the claims' own shapes are") {
  const test::Document document(test::source_text("reports/claims.yaml"));
  const Model v3 = test::model_of("deepseek-v3");
  for (const auto& [id, word] : {std::pair("v3-mha", "mha"), std::pair("v3-gqa8", "gqa-8"),
                                 std::pair("v3-mqa", "mqa"), std::pair("v3-mha-wide", "mha:192+128")}) {
    CAPTURE(id);
    const auto shape = document.describe(id);
    const auto other = counterfactual(v3, *parse_attention(word));
    REQUIRE(shape.has_value());
    REQUIRE(other.has_value());
    CHECK(other->layers == shape->model.layers);
    CHECK(other->order == shape->model.order);
    CHECK(terms_of(*other) == terms_of(shape->model));
  }
}

}  // namespace

}  // namespace kvtally::counterfactual_test
