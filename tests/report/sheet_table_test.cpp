#include <doctest/doctest.h>

#include "report/sheets.hpp"

namespace kvtally::sheet_table_test {

namespace {

TEST_CASE("sheets as a table: one row a model, for programs in base units") {
  const std::vector<Sheet> sheets{test::sheet_of("deepseek-v3", 131072), test::sheet_of("rwkv-7", 131072, 2)};
  CHECK(write_csv(table_of(sheets, Units::binary)) ==
        "id,name,context,batch,kv_dtype,kv_bytes,indexer_bytes,state_bytes,open_bytes,cross_bytes,draft_bytes,"
        "total_bytes,read_bytes_per_step,written_bytes_per_step,macs_per_step,marginal_bytes_per_token,"
        "naive_bytes\n"
        "deepseek-v3,DeepSeek-V3,131072,1,bf16,9210691584,0,0,0,0,0,9210691584,9210691584,70272,"
        "1113470271488,70272,229243879424\n"
        "rwkv-7,RWKV-7 Goose 2.9B,131072,2,bf16,0,0,42598400,0,0,0,42598400,42598400,42598400,52428800,0,"
        "85899345920\n");
}

TEST_CASE("and for people with units") {
  const Table table = table_of({test::sheet_of("deepseek-v3", 131072)}, Units::decimal);
  CHECK(table.rows[0][5].text == "9.211 GB");
  CHECK(table.rows[0][14].text == "1,113,470,271,488");
  CHECK(table.columns[14].title == "Multiply-adds a step");
}

TEST_CASE("no naive formula is named so") {
  Sheet sheet = test::sheet_of("deepseek-v3", 1);
  sheet.figures.naive.bytes.reset();
  CHECK(table_of({sheet}, Units::binary).rows[0].back().text == "none");
}

}  // namespace

}  // namespace kvtally::sheet_table_test
