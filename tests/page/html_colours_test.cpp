#include <doctest/doctest.h>

#include "page/html_parts.hpp"

namespace kvtally::html_colours_test {

TEST_CASE("the colours of families as custom properties, on light and on dark grounds") {
  CHECK(
      html_colours() ==
      ":root{--k-plain:#1b1b1b;--k-weight:#767676;--k-cache:#c62828;--k-full:#b87700;"
      "--k-latent:#857a00;--k-window:#2b87bd;--k-sparse:#d55e00;--k-state:#008060;--k-other:#b4578d;}\n"
      "@media "
      "(prefers-color-scheme:dark){:root{--k-plain:#ececec;--k-weight:#a8a8a8;--k-cache:#ef6a6a;--k-full:#e69f00;"
      "--k-latent:#f0e442;--k-window:#56b4e9;--k-sparse:#e8731a;--k-state:#1fb58c;--k-other:#cc79a7;}}\n");
}

}  // namespace kvtally::html_colours_test
