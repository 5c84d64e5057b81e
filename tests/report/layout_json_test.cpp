#include "report/layout_json.hpp"

#include <doctest/doctest.h>

namespace kvtally::layout_json_test {

namespace {

TEST_CASE("a placement, and what a device holds") {
  CHECK(json_of(Placement{.tp = 8, .pp = 2, .dp = 3, .ep = 24}).dump() ==
        R"({"tp":8,"cp":1,"pp":2,"dp":3,"ep":24,"devices":48})");
  DeviceMemory memory;
  memory.stage = 1;
  memory.weights = Bytes{1};
  memory.cache = Bytes{2};
  memory.state = Bytes{3};
  memory.open = Bytes{4};
  memory.activations = Bytes{5};
  memory.reserve = Bytes{6};
  CHECK(json_of(memory).dump() ==
        R"({"stage":1,"weight_bytes":1,"cache_bytes":2,"state_bytes":3,"open_bytes":4,"activation_bytes":5,)"
        R"("reserve_bytes":6,"total_bytes":21})");
}

}  // namespace

}  // namespace kvtally::layout_json_test
