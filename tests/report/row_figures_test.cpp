#include "report/row_figures.hpp"

#include <doctest/doctest.h>

#include "report/compiled_in.hpp"

namespace kvtally::row_figures_test {

namespace {

RowFigures figures_of(const std::string& id) {
  return row_figures(test::model_of(id), Tokens{131072}, Units::binary);
}

std::string text_of(const RowFigures& figures, std::string_view name) {
  const auto found = figures.find(name);
  return found == figures.end() ? "absent" : found->second.text;
}

TEST_CASE("a model's own figures") {
  const RowFigures v3 = figures_of("deepseek-v3");
  CHECK(text_of(v3, "name") == "DeepSeek-V3");
  CHECK(text_of(v3, "layers") == "61");
  CHECK(text_of(v3, "parameters") == "671B");
  CHECK(text_of(v3, "active") == "37B");
  CHECK(text_of(v3, "context") == "160K");
  CHECK(text_of(v3, "context_tokens") == "163,840");
  CHECK(text_of(v3, "kv") == "8.6 GiB");
  CHECK(v3.at("kv").number == 9210691584);  // 61 x 576 x 2 x 131,072
  CHECK(v3.at("released").number == 2024 * 12 + 12);
  CHECK(text_of(v3, "kv_lora_rank") == "512");
  CHECK(text_of(v3, "qk_rope_head_dim") == "64");
  CHECK(text_of(v3, "sliding_window") == "absent");
  CHECK(text_of(v3, "ratio") == "absent");  // nothing is cheap
  CHECK(text_of(v3, "indexers") == "0");
}

TEST_CASE("layers of several kinds: the cycle, its ends, and keys of one kind alone") {
  const RowFigures gemma = figures_of("gemma-3-27b");
  CHECK(text_of(gemma, "cycle") == "6");
  CHECK(text_of(gemma, "ratio") == "5:1");
  CHECK(text_of(gemma, "swa.cycle") == "5");
  CHECK(text_of(gemma, "swa.layers") == "52");
  CHECK(text_of(gemma, "gqa.layers") == "10");
  CHECK(text_of(gemma, "opening") == "5");
  CHECK(text_of(gemma, "closing") == "2");
  CHECK(text_of(gemma, "tail") == "2");
  CHECK(text_of(gemma, "gqa.place") == "6");
  CHECK(text_of(gemma, "gqa.nearest") == "6");
  CHECK(text_of(gemma, "sliding_window") == "1024");

  const RowFigures mimo = figures_of("mimo-v2-flash");
  CHECK(text_of(mimo, "num_key_value_heads") == "absent");  // 8 in the windows, 4 in full layers
  CHECK(text_of(mimo, "swa.num_key_value_heads") == "8");
  CHECK(text_of(mimo, "gqa.num_key_value_heads") == "4");
  CHECK(text_of(mimo, "head_dim") == "192");
  CHECK(text_of(mimo, "v_head_dim") == "128");

  const RowFigures pro = figures_of("mimo-v2.5-pro");
  CHECK(text_of(pro, "gqa.nearest") == "7");
  CHECK(text_of(pro, "gqa.farthest") == "8");
  CHECK(text_of(figures_of("jamba-v0.1"), "gqa.place") == "5");
  CHECK(text_of(figures_of("glm-5.2"), "indexers") == "21");
}

TEST_CASE("a model without a limit has no number for its context") {
  const RowFigures rwkv = figures_of("rwkv-7");
  CHECK(text_of(rwkv, "context") == "unlimited");
  CHECK_FALSE(rwkv.at("context").number.has_value());
  CHECK(text_of(rwkv, "context_tokens") == "absent");
  CHECK(text_of(rwkv, "kv") == "0");
}

TEST_CASE("every model of the zoo has figures") {
  for (const std::string& id : test::zoo().ids()) {
    CAPTURE(id);
    CHECK(figures_of(id).at("layers").number > 0);
  }
}

}  // namespace

}  // namespace kvtally::row_figures_test
