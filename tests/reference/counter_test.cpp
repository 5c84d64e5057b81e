#include "reference/counter.hpp"

#include <doctest/doctest.h>

namespace kvtally::reference::counter_test {

TEST_CASE("what is reported is summed by what it is for") {
  Counter counter;
  counter.wrote(Kept::entries, 10);
  counter.wrote(Kept::entries, 5);
  counter.needed(Kept::indexer, 7);
  counter.loaded(21);
  counter.copied(3);
  counter.moved(4);
  counter.multiplied(Work::scores, 100);
  counter.multiplied(Work::scores, 50, false);
  counter.made(9);
  counter.made(8);
  counter.touched_pages(2);
  counter.skipped_blocks(6);
  const Counts counts = counter.take();
  CHECK(counts.written_of(Kept::entries) == Bytes{15});
  CHECK(counts.read_of(Kept::indexer) == Bytes{7});
  CHECK(counts.read_of(Kept::entries) == Bytes{0});
  CHECK(counts.loaded == Bytes{21});
  CHECK(counts.copied == Bytes{3});
  CHECK(counts.moved == Bytes{4});
  CHECK(counts.useful_of(Work::scores) == MultiplyAdds{100});
  CHECK(counts.performed_of(Work::scores) == MultiplyAdds{150});
  CHECK(counts.largest_intermediate == 9);
  CHECK(counts.pages_touched == 2);
  CHECK(counts.blocks_skipped == 6);
  CHECK(counter.counts().loaded == Bytes{0});  // taken
}

TEST_CASE("counts of two counters") {
  Counter one;
  one.wrote(Kept::state, 1);
  one.multiplied(Work::values, 2);
  one.made(7);
  Counter sum;
  sum.wrote(Kept::state, 10);
  sum.made(3);
  sum.add(one.counts());
  CHECK(sum.counts().written_of(Kept::state) == Bytes{11});
  CHECK(sum.counts().useful_of(Work::values) == MultiplyAdds{2});
  CHECK(sum.counts().largest_intermediate == 7);
}

TEST_CASE("names") {
  CHECK(name_of(Kept::open) == "open");
  CHECK(name_of(Work::expansion) == "expansion");
}

}  // namespace kvtally::reference::counter_test
