#include "report/model_table.hpp"

#include <algorithm>
#include <doctest/doctest.h>

#include "report/compiled_in.hpp"
#include "support/print.hpp"

namespace kvtally::model_table_test {

namespace {

using Ids = std::vector<std::string>;

Ids ids_of(const ModelTable& table) {
  Ids out;
  for (const ModelRow& row : table.rows) {
    out.push_back(row.id);
  }
  return out;
}

TableOptions sorted_by(SortKey key, bool reverse = false) {
  TableOptions options;
  options.sort = key;
  options.reverse = reverse;
  return options;
}

std::string problems_of(const Recipe& recipe, const TableOptions& options = {}) {
  const auto table = test::compute(recipe, options);
  return table ? "" : render(table.error());
}

Recipe one_row(const std::string& id, const Printed& printed, const Printed& differs) {
  Recipe recipe = test::recipe_of({id});
  recipe.rows[0].printed = printed;
  recipe.rows[0].differs = differs;
  return recipe;
}

TEST_CASE("a row's values") {
  Recipe recipe = test::recipe_of({"gemma-3-27b"});
  recipe.rows[0].labels = {{"gqa", "FULL"}};
  const ModelRow row = test::compute(recipe)->rows[0];
  CHECK(row.name == "Gemma 3 27B");
  CHECK(row.vendor == "Google");
  CHECK(row.layers == 62);
  CHECK(row.cheap_layers == 52);
  CHECK(row.kinds.size() == 62);
  CHECK(print_cycle(row.cycle) == "[SWA x5, FULL] x10, SWA x2");
  CHECK(row.cycle_kinds == Ids{"swa", "swa", "swa", "swa", "swa", "gqa"});
  CHECK(row.max_context == 131072);
  CHECK(row.context == "128K");
  CHECK(row.kv == Bytes{11173625856});
  CHECK(row.kv_text == "10 GiB");
}

TEST_CASE("a cell that differs needs a reason, and a reason needs a cell that differs") {
  const Printed wrong{"2024-11", "128K", "8.7 GiB"};
  const Printed why{"A.", "B.", "C."};
  const Printed right{"2024-12", "160K", "8.6 GiB"};
  CHECK(problems_of(one_row("deepseek-v3", right, {})) == "");
  CHECK(problems_of(one_row("deepseek-v3", wrong, why)) == "");
  CHECK(problems_of(one_row("deepseek-v3", {}, {})) == "");
  CHECK(
      problems_of(one_row("deepseek-v3", wrong, {})) ==
      "mine.yaml: deepseek-v3: date '2024-11' is printed, '2024-12' is in our sources; "
      "expected a reason under 'differs'\n"
      "mine.yaml: deepseek-v3: context '128K' is printed, '160K' is declared; expected a reason under 'differs'\n"
      "mine.yaml: deepseek-v3: KV '8.7 GiB' is printed, '8.6 GiB' is computed; expected a reason under "
      "'differs'\n");
  CHECK(
      problems_of(one_row("deepseek-v3", right, why)) ==
      "mine.yaml: deepseek-v3: date '2024-12' is printed, '2024-12' is in our sources; "
      "expected no reason under 'differs'\n"
      "mine.yaml: deepseek-v3: context '160K' is printed, '160K' is declared; expected no reason under 'differs'\n"
      "mine.yaml: deepseek-v3: KV '8.6 GiB' is printed, '8.6 GiB' is computed; expected no reason under "
      "'differs'\n");
}

TEST_CASE("marks and footnotes say what differs and why") {
  Recipe recipe = one_row("deepseek-v3", {"2024-11", "128K", "8.7 GiB"}, {"A.", "B.", "C."});
  recipe.rows[0].caveat = "Careful.";
  const ModelTable table = *test::compute(recipe);
  const ModelRow& row = table.rows[0];
  CHECK(row.marks.released == "[1]");
  CHECK(row.name_mark == "[2]");
  CHECK(row.marks.context == "[3]");
  CHECK(row.marks.kv == "[4]");
  CHECK(table.footnotes == Ids{"[1] DeepSeek-V3, date: 2024-11 is printed, 2024-12 is in our sources. A.",
                               "[2] DeepSeek-V3: Careful.",
                               "[3] DeepSeek-V3, context: 128K is printed, 160K is declared. B.",
                               "[4] DeepSeek-V3, KV: 8.7 GiB is printed, 8.6 GiB is computed. C."});
}

TEST_CASE("with figures that are not the recipe's own nothing is compared") {
  TableOptions longer;
  longer.context = Tokens{262144};
  TableOptions decimal;
  decimal.units = Units::decimal;
  TableOptions narrower;
  narrower.adaptation.entries = KeyValueFormats{*parse_format("fp8"), *parse_format("fp8")};
  for (const TableOptions& options : {longer, decimal, narrower}) {
    for (const ModelRow& row : test::lecture_table(options).rows) {
      CAPTURE(row.id);
      CHECK(row.marks.kv + row.marks.released + row.marks.context == "");
    }
    CHECK(problems_of(one_row("deepseek-v3", {"", "", "1 GiB"}, {}), options) == "");
  }
  CHECK(test::lecture_table(longer).rows[10].kv == Bytes{2 * 9210691584});
  CHECK(test::lecture_table(narrower).rows[10].kv == Bytes{9210691584 / 2});
  CHECK(test::lecture_table(decimal).rows[10].kv_text == "9.2 GB");
}

TEST_CASE("each problem of a table is named") {
  Recipe recipe = test::recipe_of({"deepseek-v3", "deepseek-v33", "deepseek-v4"});
  recipe.rows[1].place = {7, 3};
  CHECK(
      problems_of(recipe) ==
      "mine.yaml:7:3: unknown model 'deepseek-v33'; expected an id or alias (kvtally models lists them) or a "
      "path\n"
      "  did you mean 'deepseek-v3'?\n"
      "mine.yaml: 'deepseek-v4' stands for several models; expected one of deepseek-v4-flash, deepseek-v4-pro\n");
}

TEST_CASE("a problem in a model's own file keeps that file") {
  const auto refuse = [](const std::string&) -> Expected<Description> {
    return std::unexpected(Problems{{"broken.yaml", {2, 5}, "it is wrong", "", "", ""}});
  };
  Recipe recipe = test::recipe_of({"broken.yaml"});
  recipe.rows[0].place = {7, 3};
  const auto table = compute_table(recipe, refuse, {});
  REQUIRE_FALSE(table.has_value());
  CHECK(render(table.error()) == "broken.yaml:2:5: it is wrong\n");
}

TEST_CASE("a format of one layer type is for the models that have it") {
  const Format fp8 = *parse_format("fp8");
  TableOptions options;
  options.adaptation.entries_of = {{"sliding_attention", {fp8, fp8}}};
  const auto table = test::compute(test::recipe_of({"deepseek-v3", "gemma-3-27b"}), options);
  REQUIRE(table.has_value());
  CHECK(table->rows[0].kv == Bytes{9210691584});
  CHECK(table->rows[1].kv == Bytes{11173625856 - 52 * 1024 * 16 * 128 * 2});
}

TEST_CASE("what a row cannot hold names the model, not the recipe") {
  TableOptions options;
  const Format blocks = *parse_format("int4@60+bf16");
  options.adaptation.entries = KeyValueFormats{blocks, blocks};
  CHECK(problems_of(test::recipe_of({"deepseek-v3"}), options) ==
        "deepseek-v3: mla layers: int4@60+bf16 stores blocks of 60 elements, and the latent row has 512\n");
}

TEST_CASE("rows are sorted by each key, both ways, and equal ones keep the recipe's order") {
  const auto order = ids_of(test::lecture_table());
  const auto place = [&](const ModelRow& row) { return std::ranges::find(order, row.id) - order.begin(); };
  const auto ratio = [](const ModelRow& r) {
    return static_cast<double>(r.cheap_layers) / static_cast<double>(r.layers);
  };
  const auto context = [](const ModelRow& r) { return r.max_context.value_or(std::int64_t{1} << 41); };
  const auto compare = [&](SortKey key, const ModelRow& a, const ModelRow& b) {  // below 0: a is before b
    switch (key) {
      case SortKey::report: return static_cast<int>(place(a) - place(b));
      case SortKey::time: return a.released.compare(b.released);
      case SortKey::vendor: return a.vendor.compare(b.vendor);
      case SortKey::ratio: return ratio(a) < ratio(b) ? -1 : static_cast<int>(ratio(a) > ratio(b));
      case SortKey::context: return context(a) < context(b) ? -1 : static_cast<int>(context(a) > context(b));
      case SortKey::kv: return a.kv < b.kv ? -1 : static_cast<int>(a.kv > b.kv);
    }
    return 0;
  };
  for (const SortKey key :
       {SortKey::report, SortKey::time, SortKey::vendor, SortKey::ratio, SortKey::context, SortKey::kv}) {
    for (const bool reverse : {false, true}) {
      const auto rows = test::lecture_table(sorted_by(key, reverse)).rows;
      REQUIRE(rows.size() == 44);
      for (std::size_t i = 1; i < rows.size(); ++i) {
        CAPTURE(rows[i - 1].id + ", " + rows[i].id);
        const int order_of = compare(key, rows[i - 1], rows[i]) * (reverse ? -1 : 1);
        CHECK(order_of <= 0);
        CHECK((order_of < 0 || place(rows[i - 1]) < place(rows[i])));
      }
    }
  }
}

TEST_CASE("few rows sorted by each key") {
  const Recipe recipe = test::recipe_of({"gemma-3-27b", "rwkv-7", "deepseek-v3", "kimi-k2", "jamba-v0.1"});
  const auto sorted = [&](SortKey key, bool reverse) {
    return ids_of(*test::compute(recipe, sorted_by(key, reverse)));
  };
  CHECK(sorted(SortKey::kv, false) == Ids{"rwkv-7", "jamba-v0.1", "deepseek-v3", "kimi-k2", "gemma-3-27b"});
  CHECK(sorted(SortKey::kv, true) == Ids{"gemma-3-27b", "deepseek-v3", "kimi-k2", "jamba-v0.1", "rwkv-7"});
  CHECK(sorted(SortKey::context, false) == Ids{"gemma-3-27b", "kimi-k2", "deepseek-v3", "jamba-v0.1", "rwkv-7"});
  CHECK(sorted(SortKey::ratio, false) == Ids{"deepseek-v3", "kimi-k2", "gemma-3-27b", "jamba-v0.1", "rwkv-7"});
  CHECK(sorted(SortKey::vendor, false) == Ids{"jamba-v0.1", "deepseek-v3", "gemma-3-27b", "kimi-k2", "rwkv-7"});
}

}  // namespace

}  // namespace kvtally::model_table_test
