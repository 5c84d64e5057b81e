#include "report/layer_sorts.hpp"

#include <algorithm>
#include <doctest/doctest.h>

#include "model/presets.hpp"
#include "report/compiled_in.hpp"

namespace kvtally::layer_sorts_test {

namespace {

using Names = std::vector<std::string>;

SortedLayers sorted(const Model& model) {
  auto layers = sorted_layers(model);
  REQUIRE(layers.has_value());
  return *layers;
}

TEST_CASE("layers that differ in sharing and indexers alone are of one sort") {
  const SortedLayers gemma = sorted(test::model_of("gemma-3n-e4b"));
  CHECK(gemma.sorts.size() == 2);
  CHECK(gemma.shared_tail == 15);
  CHECK(gemma.order.size() == 35);
  const SortedLayers glm = sorted(test::model_of("glm-5.2"));
  CHECK(glm.sorts.size() == 1);
  CHECK(std::ranges::count(glm.indexers, "full") == 21);
  CHECK(glm.draft == Names{"deepseek_sparse_attention"});
  CHECK(sorted(test::model_of("deepseek-v3.2")).indexers.empty());
}

TEST_CASE("further sorts of a type have names of their own") {
  Model model;
  for (const std::int64_t window : {8, 16, 8}) {
    append_layer(model, model.order, sliding_attention(key_value_memory({4, 2, 16, 16}), window), 1);
  }
  Layer shared = full_attention(key_value_memory({4, 2, 16, 16}));
  shared.sharing = {Sharing::Owner::layer_before, 1};
  append_layer(model, model.order, shared, 1);
  CHECK(sorted(model).order ==
        Names{"sliding_attention", "sliding_attention_2", "sliding_attention", "full_attention_shared"});
}

TEST_CASE("values on which all agree stand at the top, those of the naive formula as the model has them") {
  Model model;
  append_layer(model, model.order, sliding_attention(key_value_memory({4, 2, 16, 24}), 8), 1);
  append_layer(model, model.order, full_attention(key_value_memory({4, 4, 16, 16})), 1);
  model.naive.num_attention_heads = 4;
  model.naive.num_key_value_heads = 2;
  SortedLayers layers = sorted(model);
  using Values = std::map<std::string, std::string>;
  CHECK(take_common(layers, model.naive) ==
        Values{{"num_attention_heads", "4"}, {"num_key_value_heads", "2"}, {"sliding_window", "8"}});
  CHECK(layers.sorts[0].values == Values{{"head_dim", "16"}, {"v_head_dim", "24"}});
  CHECK(layers.sorts[1].values == Values{{"head_dim", "16"}, {"num_key_value_heads", "4"}});
}

}  // namespace

}  // namespace kvtally::layer_sorts_test
