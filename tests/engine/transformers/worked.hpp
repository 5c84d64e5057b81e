#pragma once

#include <doctest/doctest.h>

#include "support/print.hpp"

namespace kvtally::test {

/// Checks figures and counts them.
struct Exact {
  int count = 0;
  template <class Actual, class Figure>
  void operator()(const Actual& actual, const Figure& figure) {
    CHECK(actual == figure);
    ++count;
  }
};

}  // namespace kvtally::test
