#include "verify/vectors/sparse_latent_vector.hpp"

#include <doctest/doctest.h>

#include "verify/vectors/altered.hpp"

namespace kvtally::sparse_latent_vector_test {

TEST_CASE("the indexer of a latent vector") {
  const auto file = VectorFile::parse("v.json", test::source_text("tests/golden/vectors/dsa_pooled_numpy.json"));
  REQUIRE(file.has_value());
  Checks checks("v", "dsa");
  const LatentSizes sizes = latent_sizes(**file);
  const reference::LatentLayer latent;
  const reference::LightningIndexer indexer = indexer_of(**file, sizes, "indexer.", latent, checks);
  CHECK_FALSE((*file)->failed());
  CHECK(indexer.heads == 3);
  CHECK(indexer.index.top_k == 6);
  REQUIRE(indexer.pool.has_value());
  CHECK(indexer.pool->places.shape() == reference::Shape{3, 6});
  CHECK_FALSE(indexer.rotary.has_value());  // the layer turns nothing
  CHECK(checks.all().size() == 2);          // both scales
}

}  // namespace kvtally::sparse_latent_vector_test
