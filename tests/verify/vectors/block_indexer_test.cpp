#include "verify/vectors/block_indexer.hpp"

#include <doctest/doctest.h>

#include "verify/vectors/altered.hpp"

namespace kvtally::block_indexer_test {

TEST_CASE("what Qwen's and MiniMax's vectors describe alike") {
  const auto file = VectorFile::parse("v.json", test::source_text("tests/golden/vectors/qsa_qwen4_exp.json"));
  REQUIRE(file.has_value());
  Checks checks("v", "qsa");
  const BlockSparseVector vector = block_sparse_vector(**file, checks);
  CHECK_FALSE((*file)->failed());
  CHECK(vector.sizes.key_heads == 2);
  CHECK(vector.layer.gate.has_value());
  CHECK(vector.layer.norm->offset == 1);
  CHECK(vector.passes.first == 15);
  CHECK(vector.keys.shape() == reference::Shape{1, 2, 22, 8});
  const Item dim = (**file)["parameters"]["indexer_head_dim"];
  CHECK(rotary_for(dim, vector.layer, 4).has_value());
  CHECK_FALSE(rotary_for(dim, vector.layer, 3).has_value());
  CHECK((*file)->failed());
}

}  // namespace kvtally::block_indexer_test
