#include "report/layer_ratio.hpp"

#include <algorithm>
#include <doctest/doctest.h>

#include "report/compiled_in.hpp"

namespace kvtally::layer_ratio_test {

namespace {

const ModelRow& row(const ModelTable& table, const std::string& id) {
  return *std::ranges::find(table.rows, id, &ModelRow::id);
}

TEST_CASE("a row's labels and its ratios, of the unit and of all layers") {
  const ModelTable table = test::lecture_table();
  const ModelRow& gemma = row(table, "gemma-3-27b");
  CHECK(labels_of(gemma) == std::set<std::string>{"FULL", "SWA"});
  const Model model = find_model(test::zoo(), "gemma-3-27b")->model;
  CHECK(print_ratio(unit_ratio(gemma, model)) == "5:1");
  CHECK(print_ratio(whole_ratio(gemma)) == "52:10");
  CHECK(print_ratio(whole_ratio(row(table, "mimo-v2.5-pro"))) == "60:10");
  CHECK(print_ratio(whole_ratio(row(table, "rwkv-7"))) == "32:0");
}

TEST_CASE("ratios are compared as fractions") {
  CHECK(smaller({5, 1}, {52, 10}));
  CHECK_FALSE(smaller({52, 10}, {5, 1}));
  CHECK_FALSE(smaller({6, 1}, {60, 10}));
  CHECK_FALSE(smaller({60, 10}, {6, 1}));
  CHECK(smaller({7, 1}, {1, 0}));
}

}  // namespace

}  // namespace kvtally::layer_ratio_test
