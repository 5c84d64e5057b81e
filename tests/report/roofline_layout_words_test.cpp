#include <doctest/doctest.h>

#include "report/laid_out.hpp"

namespace kvtally::roofline_layout_words_test {

namespace {

TEST_CASE("stages by their numbers") {
  CHECK(stage_title({1, 1, 1, {}, {}}) == "stage 1, 1 layer");
  CHECK(stage_title({2, 4, 15, {}, {}}) == "stages 2-4, each 15 layers");
}

TEST_CASE("what a placement's figures are of") {
  CHECK(placement_line(test::laid("llama-2-7b", {4, 1, 1, 1, 1})) == "TP 4: every figure is of one device");
  CHECK(placement_line(test::laid("llama-2-7b", {4, 1, 2, 1, 1})) ==
        "TP 4, PP 2: every figure is of one device; each works for 4 of the 8 requests at a time");
}

TEST_CASE("what is sent stands behind what the device does itself") {
  const Roofline r = test::laid("llama-2-7b", {4, 1, 1, 1, 1});
  const Table table = parts_table(r.decode, Units::binary);
  REQUIRE(table.rows.size() > 4);
  const auto row = [&](std::size_t from_end) { return table.rows[table.rows.size() - from_end].front().text; };
  CHECK(row(4) == "on the device");
  CHECK(row(3) == "all-reduce (link)");
  CHECK(row(2) == "one after the other");
  CHECK(row(1) == "overlapped");
}

TEST_CASE("a pipeline's stages, those that are equal in one row") {
  const Roofline r = test::laid("llama-2-7b", {1, 1, 4, 1, 1});
  const Table table = stages_table(r, r.decode, false, Units::binary);
  CHECK(table.rows.front().front().text.starts_with("stage"));
  CHECK(table.rows.back().front().text == "in all");
  CHECK(table.rows[table.rows.size() - 2].front().text == "stages (link)");
}

}  // namespace

}  // namespace kvtally::roofline_layout_words_test
