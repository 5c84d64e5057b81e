#include "engine/transformers/paged_report.hpp"

#include <string>
#include <vector>

#include "engine/transformers/support.hpp"

namespace kvtally::transformers::paged_report_test {

namespace {

Allocation paged(const std::string& id, const std::string& line) {
  return test::allocate(test::zoo_model(id), line + " --cache-implementation paged");
}

Wide cause(const Allocation& allocation, std::string_view what) {
  for (const EngineCause& each : allocation.causes) {
    if (each.what == what) {
      return each.bytes.value;
    }
  }
  return 0;
}

}  // namespace

TEST_CASE("a prompt forked to its sequences") {
  // 4 blocks, the last one incomplete, forked to 2 children.
  const std::string line = "-c 1020 --prefill 1010 --num-return-sequences 3";
  const Allocation shared = paged("llama-3.1-8b", line);
  CHECK(test::figure(shared, "fork_new_blocks") == 2);
  CHECK(test::figure(shared, "requests_blocks") == 3 + 3);
  CHECK(cause(shared, "complete blocks of a prompt are there once") == Wide{-6} * 256 * 131072);
  const Allocation apart = paged("llama-3.1-8b", line + " --allow-block-sharing false");
  CHECK(test::figure(apart, "fork_new_blocks") == 8);
  CHECK(test::figure(apart, "requests_blocks") == 12);
  CHECK(test::figure(apart, "prefix_sharing") == 0);
  // Sliding groups are always copied: 11 groups of 2 blocks, and 2 full groups of 1 incomplete block.
  CHECK(test::figure(paged("gemma-3-1b", "-c 1020 --prefill 1010 --num-return-sequences 2"), "fork_new_blocks") ==
        22 + 2);
}

TEST_CASE("ranks divide heads, and hash blocks by a digest of 8 bytes") {
  const Allocation ranks = paged("llama-3.1-8b", "-c 256 --tp 8 --cpu-offload-space 1GiB");
  CHECK(test::figure(ranks, "block_bytes") == 256 * 131072 / 8);
  CHECK(test::figure(ranks, "block_hash_bytes") == 8);
  CHECK(test::figure(ranks, "cpu_offload_blocks") == (1 << 30) / (256 * 131072 / 8));
  CHECK(cause(ranks, "heads divided over 8 ranks") == -256 * 131072 / 8 * 7);
  CHECK(paged("llama-3.1-8b", "-c 256 --tp 3").refusal ==
        "ValueError: Number of key value heads 8 must be divisible by tensor parallel size 3.");
}

}  // namespace kvtally::transformers::paged_report_test
