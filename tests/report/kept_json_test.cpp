#include "report/kept_json.hpp"

#include <doctest/doctest.h>

#include "report/sheets.hpp"

namespace kvtally::kept_json_test {

namespace {

TEST_CASE("what is kept, part by part, whose sum is the total") {
  const Sheet sheet = test::sheet_of("deepseek-v3.2", 1000);
  Json kept;
  add_kept(kept, sheet.figures.kept);
  CHECK(kept.dump() ==
        R"({"kv_bytes":70272000,"indexer_bytes":15616000,"state_bytes":0,"open_bytes":0,"cross_bytes":0,)"
        R"("draft_bytes":0})");  // 61 layers x 1000 tokens x 2 bytes x (512 + 64), and x 128
  CHECK(sheet.figures.kept.total() == Bytes{70272000 + 15616000});
}

TEST_CASE("a step's bytes and multiply-adds") {
  const Sheet sheet = test::sheet_of("llama-2-7b", 1000);
  Json step;
  add_step(step, sheet.figures.step);
  CHECK(step["read_bytes_per_step"] == 524288000);  // 32 layers x 2 x 32 heads x 128 x 2 bytes x 1000 tokens
  CHECK(step["written_bytes_per_step"] == 524288);
  CHECK(step["macs_per_step"] == 262144000);  // one for each element that is read
}

TEST_CASE("layers of one sort in words") {
  const Sheet sheet = test::sheet_of("jamba-v0.1", 1000);
  REQUIRE(sheet.figures.layers.size() == 2);
  const Json layers = layer_sort_json(sheet, sheet.figures.layers[1]);
  CHECK(layers["count"] == 4);
  CHECK(layers["kind"] == "gqa");
  CHECK(layers["label"] == "GQA");
  CHECK(layers["draft"] == false);
  CHECK(layers["shared"] == false);
  CHECK(layers.contains("keeps"));
}

}  // namespace

}  // namespace kvtally::kept_json_test
