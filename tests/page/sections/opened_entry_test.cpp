#include "page/sections/opened_entry.hpp"

#include "page/lecture.hpp"

namespace kvtally::opened_entry_test {

TEST_CASE("layers of pooled entries, chosen and not, without their windows") {
  const test::Lecture lecture;
  const Description old = *lecture.describe()("deepseek-v3.2");
  const Description flash = *lecture.describe()("deepseek-v4-flash");
  const auto opened = opened_entries(lecture.sources(), {}, old.model, flash.model, 64, Tokens{1048576});
  REQUIRE(opened.has_value());
  CHECK(opened->widths.rank == 512);
  CHECK(opened->widths.rope == 64);
  CHECK(opened->chosen.count == 21);
  CHECK(opened->chosen.rate == 4);
  CHECK(opened->chosen.entries == Bytes{Wide{21} * 262144 * 1024});
  CHECK(opened->chosen.index == Bytes{Wide{21} * 262144 * 256});
  CHECK(opened->chosen.of_one() == Bytes{320 << 20});
  CHECK(opened->fixed.count == 20);
  CHECK(opened->fixed.of_one() == Bytes{8 << 20});
  CHECK(opened->windows == Bytes{Wide{43} * 128 * 1024});
  CHECK(opened->new_kept() == opened->chosen.entries + opened->chosen.index + opened->fixed.entries);
}

TEST_CASE("a context before the first entry is complete") {
  const test::Lecture lecture;
  const Description old = *lecture.describe()("deepseek-v3.2");
  const Description pro = *lecture.describe()("deepseek-v4-pro");
  const auto opened = opened_entries(lecture.sources(), {}, old.model, pro.model, 64, Tokens{3});
  REQUIRE(opened.has_value());
  CHECK(opened->new_kept() == Bytes{0});
  CHECK(opened->windows == Bytes{Wide{61} * 3 * 1024});
}

}  // namespace kvtally::opened_entry_test
