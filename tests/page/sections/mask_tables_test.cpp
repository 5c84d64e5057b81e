#include "page/sections/mask_tables.hpp"

#include <doctest/doctest.h>

namespace kvtally::mask_tables_test {

namespace {

constexpr MaskKind kKind{"swa", "window", "sliding window", "swa"};

}  // namespace

TEST_CASE("positions in ranges") {
  CHECK(ranges_of({}) == "");
  CHECK(ranges_of({4}) == "4");
  CHECK(ranges_of({0, 1, 2, 7, 9, 10}) == "0-2, 7, 9-10");
}

TEST_CASE("what masks read, counted over their queries") {
  const Words words = *Words::of("en");
  const ObservedMask mask{&kKind, {{{0}, {0}, {}, {}, 0}, {{0, 1}, {1}, {0}, {0}, 3}}};
  CHECK(mask.stored() == 3);
  CHECK(mask.read() == 2);
  CHECK(mask.cells() == 3);
  const Table table = mask_table(words, {mask});
  CHECK(write_csv(table) == "kind,stored,read,scanned,cells,share\nsliding window,3,2,3,3,100 %\n");
  CHECK(write_csv(mask_rows_table(words, {mask})) ==
        "kind,token,stored,read,stored_entries,read_entries,scanned\n"
        "window,0,0,0,,,0\nwindow,1,0-1,1,0,0,3\n");
}

TEST_CASE("the cells of masks worked out by hand") {
  const auto lines = mask_arithmetic(*Words::of("en"), {4, 2, 1, 3, 2, 1});
  REQUIRE(lines.size() == 5);
  CHECK(lines[0] == "Cells of full attention: 4 x 5 / 2 = 10");
  CHECK(lines[1] == "of the window: 4 x 2 - 2 x 1 / 2 = 7");                                    // 1 + 2 + 2 + 2
  CHECK(lines[2] == "of the window with first tokens: 4 x 3 - 3 x 2 / 2 = 9");                  // 1 + 2 + 3 + 3
  CHECK(lines[4] == "of CSA, its window and the entries that its queries choose: 7 + 3 = 10");  // 0 + 1 + 1 + 1
}

}  // namespace kvtally::mask_tables_test
