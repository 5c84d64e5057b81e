#include "verify/vector_file.hpp"

#include <doctest/doctest.h>

#include "verify/parsed.hpp"

namespace kvtally::vector_file_test {

using test::parsed;

TEST_CASE("what nothing reads is a problem, each once") {
  const auto file = parsed(
      "{\"name\": \"n\", \"parameters\": {\"window\": 4},\n"
      " \"outputs\": {\"o\": {\"shape\": [1], \"data\": [2]}, \"ids\": [7]}}");
  file->note_unread();
  CHECK(render(file->problems()) ==
        R"(v.json:1:40: nothing reads 'window'; expected a parameter or a figure that this kind of vector knows
    1 | {"name": "n", "parameters": {"window": 4},
      |                                        ^
v.json:2:19: nothing reads 'o'; expected a parameter or a figure that this kind of vector knows
    2 |  "outputs": {"o": {"shape": [1], "data": [2]}, "ids": [7]}}
      |                   ^
v.json:2:56: nothing reads '7'; expected a parameter or a figure that this kind of vector knows
    2 |  "outputs": {"o": {"shape": [1], "data": [2]}, "ids": [7]}}
      |                                                        ^
)");
}

}  // namespace kvtally::vector_file_test
