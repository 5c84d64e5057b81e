#include <doctest/doctest.h>

#include "core/text.hpp"
#include "model/presets.hpp"
#include "report/compiled_in.hpp"
#include "report/curve.hpp"
#include "support/golden.hpp"
#include "support/lines.hpp"

namespace kvtally::curve_text_test {

namespace {

Curve curve(const Model& model, bool drafting = false) {
  return curve_of(model, "bf16", 1, drafting, {1, 131072, {}});
}

TEST_CASE("the pieces and the terms in words") {
  for (const std::string id : {"deepseek-v4-flash", "qwen3.8-flash-next", "whisper-large-v3", "rwkv-7"}) {
    CAPTURE(id);
    Curve shown = curve(test::model_of(id));
    shown.assumptions = {"an assumption"};
    test::check_golden("tests/golden/report/curve-" + id + ".txt", text_of(shown, Units::binary, {}));
    test::check_golden("tests/golden/report/curve-" + id + ".md",
                       joined(printed_tables(shown, Units::binary), write_markdown));
  }
}

TEST_CASE("no line of a known model has more than 100 columns") {
  for (const std::string& id : test::zoo().ids()) {
    CAPTURE(id);
    for (const std::string& line : test::lines_of(text_of(curve(test::model_of(id)), Units::binary, {}))) {
      CHECK_MESSAGE(display_width(line) <= 100, line);
    }
  }
}

TEST_CASE("a stair that begins late, one that ends, and draft layers") {
  Model model;
  append_layer(model, model.order, native_sparse_attention(key_value_memory({4, 1, 8, 8}), {32, 16, 64, 2, 512}),
               1);
  append_layer(model, model.draft, full_attention(key_value_memory({4, 4, 8, 8})), 1);
  const std::string text = text_of(curve(model, true), Units::binary, {});
  CAPTURE(text);
  CHECK(text.find("32  for every 16 tokens, the first from 32 on\n") != std::string::npos);
  CHECK(text.find("32  for each token up to 512\n") != std::string::npos);
  CHECK(text.find("32  for each of the S mod 16 that wait\n") != std::string::npos);
  CHECK(text.find("512  once, from 16 tokens on\n") != std::string::npos);
  CHECK(text.find("draft         1  MHA (draft)  cache") != std::string::npos);
}

}  // namespace

}  // namespace kvtally::curve_text_test
