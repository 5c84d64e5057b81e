#include "report/row_values.hpp"

#include <doctest/doctest.h>

#include "report/compiled_in.hpp"
#include "support/folder.hpp"
#include "support/golden.hpp"

namespace kvtally::row_values_test {

namespace {

std::string filled_for(const std::string& id, const std::string& sentence) {
  RowValues values([](const std::string& asked) -> Expected<RowFigures> {
    const auto description = find_model(test::zoo(), asked);
    return description ? Expected<RowFigures>(row_figures(description->model, Tokens{131072}, Units::binary))
                       : std::unexpected(description.error());
  });
  RecipeRow row;
  row.model = id;
  row.printed.kv = "5.0 GiB";
  const auto text = values.fill(sentence, row);
  return text ? *text : render(text.error());
}

TEST_CASE("a sentence asks for figures of its row, of a kind, of another model and of what is printed") {
  CHECK(filled_for("gemma-3-27b", "{layers} layers, {swa.layers} of {sliding_window} tokens") ==
        "62 layers, 52 of 1024 tokens");
  CHECK(filled_for("gemma-3-27b", "from {gemma-2-27b/sliding_window}") == "from 4096");
  CHECK(filled_for("deepseek-v3.2", "{deepseek-v3.2-exp/index_topk}") == "2048");
  CHECK(filled_for("mimo-v2-flash", "{printed.kv}, not {kv}") == "5.0 GiB, not 2.8 GiB");
  CHECK(filled_for("mimo-v2-flash", "{{}}") == "{}");
}

TEST_CASE("figures are reckoned with and said in words") {
  CHECK(filled_for("deepseek-v3", "{parameters over deepseek-v2/parameters} times") == "2.8 times");  // 671 / 236
  CHECK(filled_for("gpt-3-175b", "{kv over deepseek-v4-flash/kv}") == "846");
  CHECK(filled_for("mimo-v2-flash", "{layers over cycle}") == "8");
  CHECK(filled_for("deepseek-v3", "{layers minus deepseek-v2/layers in words} more") == "One more");
  CHECK(filled_for("jamba-v0.1", "{minimax-01/released minus released in words} months") == "Ten months");
  CHECK(filled_for("jamba-v0.1", "the {gqa.place in order} of {cycle in words}") == "the fifth of eight");
}

TEST_CASE("what cannot be said is refused") {
  CHECK(filled_for("deepseek-v3", "{kv_lora_rnk}")
            .starts_with(
                "the text asks for a figure 'kv_lora_rnk', which deepseek-v3 has not; expected one of active, "));
  CHECK(filled_for("deepseek-v3", "{kv_lora_rnk}").ends_with("did you mean 'kv_lora_rank'?\n"));
  CHECK(filled_for("deepseek-v3", "{deepseek-v33/kv}").starts_with("unknown model 'deepseek-v33'"));
  CHECK(filled_for("deepseek-v3", "{layers in words}") ==
        "'layers' is 61; expected a number up to 12 to be said in a word\n");
  CHECK(filled_for("deepseek-v3", "{name over layers}") ==
        "'name over layers' is DeepSeek-V3 and 61; expected two numbers to reckon with\n");
  CHECK(filled_for("rwkv-7", "{layers over kv}") ==
        "'layers over kv' is 32 and 0; expected two numbers to reckon with\n");
  CHECK(
      filled_for("deepseek-v3", "{printed.context}").starts_with("the text asks for a figure 'printed.context'"));
}

TEST_CASE("an unknown figure is a problem of the recipe's row, once for each sentence") {
  Recipe recipe = test::recipe_of({"deepseek-v3"});
  recipe.rows[0].place = {9, 5};
  recipe.rows[0].remark = "{laers} and {layers}";
  const auto table = test::compute(recipe);
  REQUIRE_FALSE(table.has_value());
  REQUIRE(table.error().size() == 1);
  CHECK(table.error()[0].file == "mine.yaml");
  CHECK(table.error()[0].place == Place{9, 5});
  CHECK(table.error()[0].suggestion == "layers");
}

TEST_CASE("a sentence is translated before it is filled, a footnote too") {
  Recipe recipe = test::recipe_of({"deepseek-v3"});
  recipe.rows[0].remark = "{layers} layers";
  recipe.rows[0].printed.kv = "9 GiB";
  recipe.rows[0].differs.kv = "Why: {kv_lora_rank}.";
  TableOptions options;
  options.say = [](const std::string& text) { return "<" + text + ">"; };
  const auto table = test::compute(recipe, options);
  REQUIRE(table.has_value());
  CHECK(table->title == "<Mine>");
  CHECK(table->rows[0].remark == "<61 layers>");
  CHECK(table->rows[0].reasons.kv == "<Why: 512.>");
  CHECK(table->footnotes.at(0) == "[1] <DeepSeek-V3, KV: 9 GiB is printed, 8.6 GiB is computed. <Why: 512.>>");
}

// The zoo with one line of a model replaced.
ModelTable table_with(const std::string& id, const std::string& from, const std::string& to) {
  std::string text = test::source_text("modelzoo/" + id + ".yaml");
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  text.replace(at, from.size(), to);
  const test::Folder folder;
  folder.write(id + ".yaml", text);
  Zoo zoo(embedded_files());
  REQUIRE(zoo.add_folder(folder.path("")).empty());
  Recipe recipe = test::lecture_recipe();
  for (RecipeRow& row : recipe.rows) {  // a changed figure may differ from what is printed
    row.printed = {"", "", row.printed.kv};
    row.differs = {};
  }
  TableOptions options;
  options.units = Units::decimal;  // so that nothing is compared
  const auto table =
      compute_table(recipe, [&](const std::string& word) { return find_model(zoo, word); }, options);
  if (!table) {
    FAIL(render(table.error()));
  }
  return *table;
}

const ModelRow& row_of(const ModelTable& table, const std::string& id) {
  for (const ModelRow& row : table.rows) {
    if (row.id == id) {
      return row;
    }
  }
  FAIL("no row " << id);
  return table.rows.front();
}

TEST_CASE("a changed model moves its figures and every remark that says them") {
  const ModelTable latent = table_with("deepseek-v3", "kv_lora_rank: 512", "kv_lora_rank: 1024");
  CHECK(row_of(latent, "deepseek-v3").kv == Bytes{Wide{61} * (1024 + 64) * 2 * 131072});
  CHECK(row_of(latent, "deepseek-v3").remark ==
        "V2's attention with one layer more: 1024 + 64 per token and layer.");

  const ModelTable window = table_with("mistral-7b", "sliding_window: 4096", "sliding_window: 8192");
  CHECK(row_of(window, "mistral-7b").kv == Bytes{Wide{32} * 2 * 8 * 128 * 2 * 8192});
  CHECK(row_of(window, "mistral-7b").remark == "Every layer sees the last 8192 tokens only.");
  CHECK(row_of(window, "mistral-7b").highlight ==
        "The sliding window goes mainstream: the cache stops growing at 8192 tokens.");

  const ModelTable other = table_with("gemma-2-27b", "sliding_window: 4096", "sliding_window: 2048");
  CHECK(row_of(other, "gemma-3-27b").highlight ==
        "The window mix takes its form: 5:1, and a window cut from 2048 to 1024.");

  const ModelTable smaller = table_with("deepseek-v2", "total: 236B", "total: 335.5B");
  CHECK(row_of(smaller, "deepseek-v3").highlight ==
        "2 times V2's parameters, one more layer of cache: the two grow apart.");
}

}  // namespace

}  // namespace kvtally::row_values_test
