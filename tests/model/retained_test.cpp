#include "model/retained.hpp"

#include <doctest/doctest.h>

namespace kvtally {

TEST_CASE("layers that keep every position") {
  Layer full{"gqa", "full_attention", {Memory{}}, {}, {}};
  Layer window = full;
  window.memories.front().retention = Window{128};
  Layer both = window;
  both.memories.emplace_back();
  const Layer state{"mamba2", "mamba", {}, {}, {}};
  CHECK(keeps_every_position(full));
  CHECK_FALSE(keeps_every_position(window));
  CHECK(keeps_every_position(both));
  CHECK_FALSE(keeps_every_position(state));

  Model model;
  CHECK(full_layer_count(model) == 0);
  append_layer(model, model.order, window, 5);
  append_layer(model, model.order, full, 2);
  append_layer(model, model.order, window, 5);
  append_layer(model, model.order, full, 1);
  CHECK(full_layer_count(model) == 3);
}

}  // namespace kvtally
