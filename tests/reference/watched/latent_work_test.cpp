#include "reference/watched/latent_work.hpp"

#include <doctest/doctest.h>

namespace kvtally::reference::latent_work_test {

namespace {

MultiplyAdds macs(std::int64_t count) { return {count}; }

}  // namespace

TEST_CASE("one head of DeepSeek-V3's decode step, in both forms") {
  const LatentSizes v3{512, 64, 128, 128};
  // S x (128 + 128) x 512 to expand S latents, S x (128 + 64 + 128) to attend
  CHECK(naive_work(v3, 0, 1) == LatentWork{macs(256 * 512), macs(320)});
  CHECK(naive_work(v3, 4, 1) == LatentWork{macs(5 * 256 * 512), macs(5 * 320)});
  // (128 + 128) x 512 for the query and the sum, S x (512 + 64 + 512) to attend
  CHECK(absorbed_work(v3, 0, 1) == LatentWork{macs(256 * 512), macs(1088)});
  CHECK(absorbed_work(v3, 4, 1) == LatentWork{macs(256 * 512), macs(5 * 1088)});
}

TEST_CASE("several tokens at once expand each latent once, and see causal pairs") {
  const LatentSizes small{8, 2, 4, 5};
  // 3 tokens behind 5: 8 latents of 8 x (4 + 5), 6 + 7 + 8 pairs
  CHECK(naive_work(small, 5, 3) == LatentWork{macs(8 * 8 * 9), macs(21 * (4 + 2 + 5))});
  CHECK(absorbed_work(small, 5, 3) == LatentWork{macs(3 * 8 * 9), macs(21 * (8 + 2 + 8))});
  CHECK(absorbed_work(small, 5, 3).total() == macs(216 + 378));
}

TEST_CASE("a latent without rotary rows") {
  const LatentSizes small{8, 0, 4, 4};
  CHECK(naive_work(small, 0, 2) == LatentWork{macs(2 * 64), macs(3 * 8)});
}

}  // namespace kvtally::reference::latent_work_test
