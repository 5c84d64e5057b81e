#include "model/model.hpp"

#include <doctest/doctest.h>
#include <vector>

#include "model/presets.hpp"
#include "support/print.hpp"

namespace kvtally::model_test {

namespace {

Layer layer_of(std::int64_t heads) { return full_attention(key_value_memory({8, heads, 128, 128})); }

TEST_CASE("runs, counted and unrolled") {
  struct Row {
    std::vector<Run> runs;
    std::int64_t layers;
    std::int64_t of_the_first;
    std::vector<std::size_t> unrolled;
  };
  const std::vector<Row> rows{
      {{}, 0, 0, {}},
      {{{0, 3}}, 3, 3, {0, 0, 0}},
      {{{0, 2}, {1, 1}, {0, 1}}, 4, 3, {0, 0, 1, 0}},
      {{{2, 1}, {1, 2}}, 3, 0, {2, 1, 1}},
  };
  for (const Row& row : rows) {
    CHECK(layer_count(row.runs) == row.layers);
    CHECK(count_of(row.runs, 0) == row.of_the_first);
    CHECK(unrolled(row.runs) == row.unrolled);
  }
}

TEST_CASE("equal layers are kept once, and neighbours are one run") {
  Model model;
  append_layer(model, model.order, layer_of(8), 2);
  append_layer(model, model.order, layer_of(8), 1);
  append_layer(model, model.order, layer_of(4), 1);
  append_layer(model, model.order, layer_of(8), 5);
  CHECK(model.layers == std::vector<Layer>{layer_of(8), layer_of(4)});
  CHECK(model.order == std::vector<Run>{{0, 3}, {1, 1}, {0, 5}});
}

TEST_CASE("draft layers are layers of the model in runs of their own") {
  Model model;
  append_layer(model, model.order, layer_of(8), 2);
  append_layer(model, model.draft, layer_of(8), 1);
  append_layer(model, model.draft, layer_of(4), 1);
  CHECK(model.layers == std::vector<Layer>{layer_of(8), layer_of(4)});
  CHECK(model.order == std::vector<Run>{{0, 2}});
  CHECK(model.draft == std::vector<Run>{{0, 1}, {1, 1}});
}

TEST_CASE("layers that differ in one part only are two") {
  Layer shared = layer_of(8);
  shared.sharing.owner = Sharing::Owner::layer_before;
  Layer tagged = layer_of(8);
  tagged.tag = "another";
  Model model;
  for (const Layer& layer : {layer_of(8), shared, tagged}) {
    append_layer(model, model.order, layer, 1);
  }
  CHECK(model.layers.size() == 3);
}

}  // namespace

}  // namespace kvtally::model_test
