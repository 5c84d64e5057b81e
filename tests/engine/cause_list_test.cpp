#include "engine/cause_list.hpp"

#include <doctest/doctest.h>

#include "support/print.hpp"

namespace kvtally::cause_list_test {

namespace {

TEST_CASE("causes of one name are added up, in the order in which they come; nothing is not listed") {
  CauseList causes;
  causes.add("blocks of 32 tokens", 100, "the first");
  causes.add("divided over TP 8", -400);
  causes.add("blocks of 32 tokens", 20);
  causes.add("nothing", 0);
  causes.add("come and gone", 5);
  causes.add("come and gone", -5);
  const auto list = causes.list();
  REQUIRE(list.size() == 2);
  CHECK(list[0].what == "blocks of 32 tokens");
  CHECK(list[0].bytes == Bytes{120});
  CHECK(list[0].why == "the first");
  CHECK(list[1].bytes == Bytes{-400});
}

}  // namespace

}  // namespace kvtally::cause_list_test
