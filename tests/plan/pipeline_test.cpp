#include "plan/pipeline.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <functional>
#include <rapidcheck.h>

#include "report/compiled_in.hpp"

namespace kvtally::pipeline_test {

namespace {

using Starts = std::vector<std::int64_t>;

std::optional<Starts> cut(std::vector<Wide> layers, std::int64_t stages, Wide first = 0, Wide last = 0) {
  const std::vector<bool> cuts(layers.size(), true);
  return cut_into({std::move(layers), first, last}, cuts, stages);
}

Wide fullest(const StageCosts& costs, const Starts& starts) {
  Wide most = 0;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const bool end = i + 1 == starts.size();
    const std::int64_t last = end ? static_cast<std::int64_t>(costs.layers.size()) : starts[i + 1];
    Wide sum = (i == 0 ? costs.first : 0) + (end ? costs.last : 0);
    for (std::int64_t j = starts[i]; j < last; ++j) {
      sum += costs.layers[static_cast<std::size_t>(j)];
    }
    most = std::max(most, sum);
  }
  return most;
}

// The smallest over all cuts, by trying each.
std::optional<Wide> smallest(const StageCosts& costs, const std::vector<bool>& cuts, std::size_t stages) {
  std::optional<Wide> best;
  Starts starts{0};
  const std::function<void(std::size_t)> extend = [&](std::size_t from) {
    if (starts.size() == stages) {
      const Wide here = fullest(costs, starts);
      best = best ? std::min(*best, here) : here;
      return;
    }
    for (std::size_t i = from; i < costs.layers.size(); ++i) {
      if (cuts[i]) {
        starts.push_back(static_cast<std::int64_t>(i));
        extend(i + 1);
        starts.pop_back();
      }
    }
  };
  extend(1);
  return best;
}

TEST_CASE("equal layers are cut evenly, with costs and without any") {
  CHECK(cut({5, 5, 5, 5}, 2) == Starts{0, 2});
  CHECK(cut(std::vector<Wide>(80, 7), 4) == Starts{0, 20, 40, 60});
  CHECK(cut(std::vector<Wide>(80, 0), 4) == Starts{0, 20, 40, 60});
  CHECK(cut({5, 5, 5}, 3) == Starts{0, 1, 2});
  CHECK(cut({5, 5, 5}, 4) == std::nullopt);
  CHECK(cut({}, 1) == std::nullopt);
}

TEST_CASE("a heavy end has fewer layers") {
  CHECK(cut({5, 5, 5, 5}, 2, 10) == Starts{0, 1});
  CHECK(cut({5, 5, 5, 5}, 2, 0, 10) == Starts{0, 3});
  CHECK(cut({0, 0, 0, 100}, 4) == Starts{0, 1, 2, 3});
}

TEST_CASE("random costs: as small as the best of all cuts") {
  CHECK(rc::check([] {
    StageCosts costs;
    const auto layers = *rc::gen::inRange<std::size_t>(1, 9);
    std::vector<bool> cuts(layers, true);
    for (std::size_t i = 0; i < layers; ++i) {
      costs.layers.push_back(*rc::gen::inRange(0, 20));
      cuts[i] = *rc::gen::inRange(0, 4) != 0;
    }
    costs.first = *rc::gen::inRange(0, 30);
    costs.last = *rc::gen::inRange(0, 30);
    const auto stages = *rc::gen::inRange<std::size_t>(1, 6);
    const auto best = smallest(costs, cuts, stages);
    const auto starts = cut_into(costs, cuts, static_cast<std::int64_t>(stages));
    RC_ASSERT(best.has_value() == starts.has_value());
    if (best) {
      RC_ASSERT(starts->size() == stages);
      RC_ASSERT(*best == fullest(costs, *starts));
      for (const std::int64_t start : *starts) {
        RC_ASSERT((start == 0 || cuts[static_cast<std::size_t>(start)]));
      }
    }
  }));
}

TEST_CASE("layers stay with those whose memory or choice they use") {
  CHECK(std::ranges::count(possible_cuts(test::model_of("llama-3.1-8b")), true) == 32);
  // Layers 20 to 34 of Gemma 3n use the memory of layer 18 (sliding) or 19 (full).
  const std::vector<bool> cuts = possible_cuts(test::model_of("gemma-3n-e4b"));
  CHECK(std::ranges::count(cuts, true) == 19);
  CHECK(cuts[18]);
  CHECK_FALSE(cuts[19]);
  CHECK_FALSE(cuts[34]);
}

}  // namespace

}  // namespace kvtally::pipeline_test
