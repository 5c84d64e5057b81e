#include <algorithm>
#include <doctest/doctest.h>

#include "report/compiled_in.hpp"

namespace kvtally::model_table_view_test {

namespace {

std::vector<std::string> keys_in(const Table& table, Shown target) {
  std::vector<std::string> out;
  for (const Column& column : table.columns) {
    if ((column.shown & target) != 0) {
      out.push_back(column.key);
    }
  }
  return out;
}

const Cell& cell(const Table& table, std::size_t row, const std::string& key) {
  return table.rows[row][static_cast<std::size_t>(std::ranges::find(table.columns, key, &Column::key) -
                                                  table.columns.begin())];
}

TEST_CASE("the columns of each output") {
  const Table view = view_of(test::lecture_table());
  using Keys = std::vector<std::string>;
  CHECK(keys_in(view, kTerminal) ==
        Keys{"released", "name", "strip", "layers", "max_context", "kv_bytes", "below"});
  CHECK(keys_in(view, kMarkdown) ==
        Keys{"released", "name", "layers", "layer_list", "max_context", "kv_bytes", "remark"});
  CHECK(keys_in(view, kWide) == Keys{"id", "released", "name", "vendor", "parameters", "layers", "cheap_layers",
                                     "layer_list", "max_context", "kv_bytes", "printed_kv", "remark"});
  CHECK(keys_in(view, kCsv) == Keys{"id", "released", "name", "vendor", "parameters", "layers", "cheap_layers",
                                    "cycle", "layer_list", "max_context", "kv_bytes", "kv", "printed_kv",
                                    "printed_context", "printed_released", "differs", "remark", "highlight"});
  for (const auto& row : view.rows) {
    CHECK(row.size() == view.columns.size());
  }
}

TEST_CASE("the cells of a row, for people and for programs") {
  Recipe recipe = test::recipe_of({"jamba-v0.1", "rwkv-7", "deepseek-v4-flash"});
  recipe.rows[2].remark = "New.";
  const Table view = view_of(*test::compute(recipe));
  CHECK(cell(view, 2, "strip").text == "CH");
  CHECK(cell(view, 2, "cycle").text == "CSA, HCA");
  CHECK(cell(view, 2, "layer_list").text == "SWA x2, [CSA, HCA] x20, CSA");
  CHECK(cell(view, 2, "kv_bytes").text == "697 MiB");
  CHECK(cell(view, 2, "kv_bytes").raw == "731250688");
  CHECK(cell(view, 2, "max_context").text == "1M");
  CHECK(cell(view, 2, "max_context").raw == "1048576");
  CHECK(cell(view, 2, "parameters").text == "284B / 13B");
  CHECK(cell(view, 2, "below").text == "SWA x2, [CSA, HCA] x20, CSA. New.");
  CHECK(cell(view, 1, "below").text == "RWKV x32");
  CHECK(cell(view, 1, "max_context").raw == "unlimited");
  CHECK(cell(view, 1, "kv_bytes").raw == "0");
  CHECK(cell(view, 0, "strip").text == "mmmmFmmm");
}

TEST_CASE("a table of highlights shows their sentences, every other the remarks") {
  TableOptions options;
  options.highlights_only = true;
  const ModelTable highlights = test::lecture_table(options);
  const ModelTable all = test::lecture_table();
  CHECK(cell(view_of(highlights), 0, "remark").text == highlights.rows[0].highlight);
  CHECK(cell(view_of(all), 0, "remark").text == all.rows[0].remark);
}

TEST_CASE("the heading of the cache names the context") {
  TableOptions options;
  options.context = Tokens{100003};
  const Table view = view_of(test::lecture_table(options));
  CHECK(std::ranges::find(view.columns, "kv_bytes", &Column::key)->title == "KV@100,003");
}

}  // namespace

}  // namespace kvtally::model_table_view_test
