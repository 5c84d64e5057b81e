#include "plan/loads.hpp"
#include "plan/placements.hpp"

namespace kvtally::placement_properties_test {

namespace {

constexpr std::int64_t kContexts[] = {1, 127, 4096, 131072};

bool possible(const Model& model, const Placement& placement) {
  return stages_of(model, {}, placement, Tokens{4096}).has_value();
}

// Every KV head, query head and head of a state divides over tp, and nothing is kept whole.
bool all_divides(const Model& model, std::int64_t tp) {
  for (const Layer& layer : model.layers) {
    for (const Memory& memory : layer.memories) {
      for (const Row& row : memory.entry) {
        if (row.role == Role::latent || row.role == Role::rope || row.heads % tp != 0) {
          return false;
        }
      }
      if (memory.indexer) {
        return false;
      }
    }
    if (!layer.state.tensors.empty()) {
      return false;
    }
  }
  return true;
}

TEST_CASE("tensor parallelism over the zoo: never less in all than the model's need, never more on a device") {
  int equal = 0;
  for (const auto& id : test::zoo().ids()) {
    CAPTURE(id);
    const Model model = test::model_of(id);
    for (std::int64_t tp = 1; tp <= 64; tp *= 2) {
      if (!possible(model, {.tp = tp})) {
        continue;
      }
      CAPTURE(tp);
      for (const std::int64_t context : kContexts) {
        const Wide one = test::kept(model, {}, context);
        const Wide device = test::kept(model, {.tp = tp}, context);
        CHECK(device <= one);
        CHECK(device * tp >= one);
        if (all_divides(model, tp)) {
          CHECK(device * tp == one);
          ++equal;
        }
        if (tp > 1 && possible(model, {.tp = tp / 2})) {
          CHECK(device <= test::kept(model, {.tp = tp / 2}, context));
        }
      }
    }
  }
  CHECK(equal > 200);
}

TEST_CASE("pipelines over the zoo: layers, weights and caches add up, and more stages are never fuller") {
  for (const auto& id : test::zoo().ids()) {
    CAPTURE(id);
    const Model model = test::model_of(id);
    const WeightLoad load = test::bytes_of(model);
    Wide before = 0;
    for (const std::int64_t pp : {1, 2, 4}) {
      const Placement placement{.pp = pp};
      if (!possible(model, placement)) {
        continue;
      }
      CAPTURE(pp);
      const auto stages = test::stages(model, load, placement);
      Wide cache = 0;
      Wide weights = 0;
      Wide fullest = 0;
      std::int64_t layers = 0;
      for (const Stage& stage : stages) {
        cache += test::kept(stage, placement, 131072, true);
        weights += test::all(stage.weights);
        layers += stage.layers;
        Wide here = test::kept(stage, placement, 131072);
        for (const WeightGroup& group : stage.weights.groups) {
          here += stands_apart(group.part) ? 0 : group.total().value;
        }
        fullest = std::max(fullest, here);
      }
      CHECK(layers == layer_count(model.order));
      CHECK(cache == tally(terms_of(model, true), Tokens{131072}).total().value);
      CHECK(weights >= test::all(load));  // a tied embedding twice
      CHECK((pp == 1 || fullest <= before));
      before = fullest;
    }
  }
}

TEST_CASE("weights over the zoo: all devices together hold at least the model, none more than it") {
  for (const auto& id : test::zoo().ids()) {
    CAPTURE(id);
    const Model model = test::model_of(id);
    const WeightLoad load = test::bytes_of(model);
    for (const Placement& placement :
         {Placement{.tp = 2}, {.tp = 4}, {.tp = 8}, {.tp = 2, .cp = 2}, {.tp = 2, .ep = 2}, {.dp = 4, .ep = 4}}) {
      if (!possible(model, placement)) {
        continue;
      }
      CAPTURE(print_placement(placement));
      const Wide device = test::all(test::stages(model, load, placement).front().weights);
      CHECK(device <= test::all(load));
      CHECK(device * placement.devices() >= test::all(load));
    }
  }
}

TEST_CASE("context parallelism over the zoo: the fullest has at least its part, and no more than all") {
  for (const auto& id : test::zoo().ids()) {
    CAPTURE(id);
    const Model model = test::model_of(id);
    for (const std::int64_t cp : {2, 3, 8}) {
      for (const std::int64_t context : kContexts) {
        const Wide device = test::kept(model, {.cp = cp}, context);
        const Wide one = test::kept(model, {}, context);
        CHECK(device * cp >= one);
        CHECK(device <= one);
      }
    }
  }
}

}  // namespace

}  // namespace kvtally::placement_properties_test
