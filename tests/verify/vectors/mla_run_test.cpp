#include "verify/vectors/mla_run.hpp"

#include <doctest/doctest.h>

#include "verify/random/tensor.hpp"

namespace kvtally::mla_run_test {

using reference::Tensor;

TEST_CASE("only what was recorded is compared, and a wrong figure fails") {
  // One head, hidden 3, nope 2, no rotary rows, rank 2, value dim 1.
  std::mt19937_64 generator(5);
  reference::LatentLayer layer;
  layer.query = {random_tensor({2, 3}, generator), {}};
  layer.latent_and_key = {random_tensor({2, 3}, generator), {}};
  layer.latent_norm = Tensor({2}, {1, 1});
  layer.up = {random_tensor({1, 2, 2}, generator), random_tensor({1, 1, 2}, generator)};
  layer.output = {random_tensor({3, 1}, generator), {}};
  const Tensor x = random_tensor({1, 4, 3}, generator);

  LatentFigures recorded;
  recorded.steps = Tensor({1, 2, 3}, {9, 9, 9, 9, 9, 9});
  recorded.values = Tensor({1, 1, 4, 0});
  Checks checks("p", "mla");
  compare_latent(checks, layer, x, 2, latent_ways()[0], recorded);
  REQUIRE(checks.all().size() >= 2);
  CHECK(checks.all()[0].name == "p/absorbed decode_steps (eager)");
  CHECK_FALSE(checks.all()[0].passed);
  CHECK(checks.all()[1].name == "p/absorbed final_cache_values (eager)");
  CHECK(checks.all()[1].passed);
}

TEST_CASE("the ways and what they cache") {
  REQUIRE(latent_ways().size() == 3);
  CHECK(latent_ways()[0].name == "absorbed");
  CHECK(latent_ways()[1].latent);
  CHECK_FALSE(latent_ways()[2].latent);
}

}  // namespace kvtally::mla_run_test
