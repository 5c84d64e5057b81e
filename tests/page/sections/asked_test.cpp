#include "page/sections/asked.hpp"

#include "page/lecture.hpp"

namespace kvtally::asked_test {

namespace {

const SectionRecipe kPlain{{7, 3}, "layers", "layers", "", "", {}, "", {}};
const SectionRecipe kFull{{7, 3},
                          "layers",
                          "layers",
                          "",
                          "",
                          {},
                          "",
                          {{{8, 1}, "model", {"deepseek-v3"}},
                           {{8, 9}, "on", {"h100-sxm"}},
                           {{9, 1}, "context", {"64K"}},
                           {{9, 9}, "models", {"gemma-3-27b", "no-such"}}}};

}  // namespace

TEST_CASE("the user's words win over the recipe's, but for a model that the recipe names") {
  test::Lecture lecture;
  CHECK(asked_model(lecture.sources(), kFull, "model")->model.id == "deepseek-v3");
  CHECK(asked_device(lecture.sources(), kFull)->id == "h100-sxm");
  CHECK(asked_context(lecture.sources(), kFull)->value == 65536);
  CHECK(asked_context(lecture.sources(), kPlain)->value == 131072);
  lecture.request().device = "h200-sxm";
  lecture.request().context = Tokens{1000};
  lecture.request().models = {"llama-3.1-8b"};
  CHECK(asked_device(lecture.sources(), kFull)->id == "h200-sxm");
  CHECK(asked_context(lecture.sources(), kFull)->value == 1000);
  CHECK(asked_model(lecture.sources(), kPlain, "model")->model.id == "llama-3.1-8b");
  CHECK(asked_models(lecture.sources(), kPlain)->size() == 1);
}

TEST_CASE("what is missing or unknown is said, in the recipe's place where the word is its") {
  const test::Lecture lecture;
  const auto of = [](const auto& asked) { return asked ? "" : render(asked.error()); };
  CHECK(of(asked_models(lecture.sources(), kPlain)) ==
        "the report needs at least one MODEL; expected its id behind the report's name\n");
  CHECK(of(asked_model(lecture.sources(), kPlain, "model")) ==
        "the report needs a MODEL; expected its id behind the report's name\n");
  CHECK(of(asked_device(lecture.sources(), kPlain)) ==
        "the report needs a device; expected its id (--on h200-sxm)\n");
  CHECK(of(asked_models(lecture.sources(), kFull)).starts_with("reports/attention-evolution.yaml:9:9: "));
}

TEST_CASE("a model's shape with another attention") {
  const test::Lecture lecture;
  const Model model = lecture.describe()("deepseek-v3")->model;
  CHECK(with_attention(model, "gqa-8")->layers.at(0).kind == "gqa");
  CHECK(with_attention(model, "as-is") == model);
  CHECK_FALSE(with_attention(model, "gqa-7").has_value());
  CHECK_FALSE(with_attention(model, "nothing").has_value());
}

}  // namespace kvtally::asked_test
