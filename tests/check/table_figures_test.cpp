#include "check/asking.hpp"

namespace kvtally::table_figures_test {

namespace {

using test::ask;

TEST_CASE("rows by what their layers are") {
  CHECK(ask("figure: table.count") == "44 rows");
  CHECK(ask("figure: table.count, where: {mix: uniform}") == "24 rows");
  CHECK(ask("figure: table.count, where: {mix: cheap_and_dear}") == "17 rows");
  CHECK(ask("figure: table.count, where: {mix: other}") == "3 rows");
  CHECK(ask("figure: table.count, where: {mix: cheap_and_dear, chosen: true}") == "2 rows");
  CHECK(ask("figure: table.count, where: {mix: cheap_and_dear, cheap: states}") == "10 rows");
  CHECK(ask("figure: table.count, where: {mix: cheap_and_dear, cheap: windows}") == "7 rows");
  CHECK(ask("figure: table.count, where: {from: 2026-08}") == "5 rows");
  CHECK(ask("figure: table.count, where: {to: 2023-02}") == "3 rows");
  CHECK(ask("figure: table.count, where: {context_at_least: 1M}") == "12 rows");
  CHECK(ask("figure: table.count, where: {context_at_least: 1000G}") == "0 rows");
}

TEST_CASE("the least and the most of a column") {
  CHECK(ask("figure: table.largest, column: kv") == "618475290624 bytes");
  CHECK(ask("figure: table.largest, column: kv, give: model") == "gpt-3-175b");
  CHECK(ask("figure: table.smallest, column: kv, give: model") == "rwkv-7");
  CHECK(ask("figure: table.smallest, column: context") == "2048 tokens");
  CHECK(ask("figure: table.largest, column: context, give: model") == "llama-4-scout");
  CHECK(ask("figure: table.largest, column: context, where: {mix: other, full: true}") ==
        "no row is of this sort");
  CHECK(ask("figure: table.largest") == "column is missing");
}

TEST_CASE("labels of layers, and those that no earlier row has") {
  CHECK(ask("figure: table.labels, where: {from: 2025-11, to: 2026-03}") == "7 labels");
  CHECK(ask("figure: table.new_labels, where: {from: 2025-11, to: 2026-03}") == "0 labels");
  CHECK(ask("figure: table.labels, where: {to: 2022-04}") == "2 labels");
  CHECK(ask("figure: table.new_labels, where: {from: 2022-04, to: 2022-04}") == "1 labels");
}

TEST_CASE("ratios of cheap to dear layers") {
  CHECK(ask("figure: table.ratios, where: {mix: cheap_and_dear, cheap: states}") == "3:1, 5:1, 7:1");
  CHECK(ask("figure: table.ratios, where: {to: 2023-02}") == "0:1");
}

TEST_CASE("conditions that are none") {
  CHECK(ask("figure: table.count, where: {mixed: uniform}") == "unknown key 'mixed'");
  CHECK(ask("figure: table.count, where: {mix: even}") == "mix is 'even'");
  CHECK(ask("figure: table.count, where: {from: 2025}") == "from is '2025'");
  CHECK(ask("figure: table.count, where: {chosen: perhaps}") == "chosen is 'perhaps'");
  CHECK(ask("figure: table.count, where: {context_at_least: much}") == "it does not start with a digit");
  CHECK(ask("figure: table.count, where: uniform") == "where is 'uniform'");
}

}  // namespace

}  // namespace kvtally::table_figures_test
