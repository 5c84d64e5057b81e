#include <doctest/doctest.h>
TEST_CASE("x") { CHECK(1 == 1); }
