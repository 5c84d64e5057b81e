#include <doctest/doctest.h>

#include "report/small_table.hpp"

namespace kvtally::csv_writer_test {

namespace {

TEST_CASE("CSV: keys, raw values without marks, and quotes only where they are needed") {
  CHECK(write_csv(test::small_table()) ==
        "name,size,note,vendor\n"
        "通义 7B,10737418240,a|b*c_d<e`f\\g,\"A, B\"\n"
        "é,1,\"say \"\"yes\"\"\",\"two\nlines\"\n");
}

TEST_CASE("CSV: the first column may be hidden, and a carriage return is quoted") {
  Table table;
  table.columns = {{"a", "A", Align::left, kTerminal, false},
                   {"b", "B", Align::left, kCsv, false},
                   {"c,d", "C", Align::left, kCsv, false}};
  table.rows = {{{"x", "", {}, {}}, {"", "", {}, {}}, {"y\r", "", {}, {}}}};
  CHECK(write_csv(table) == "b,\"c,d\"\n,\"y\r\"\n");
}

}  // namespace

}  // namespace kvtally::csv_writer_test
