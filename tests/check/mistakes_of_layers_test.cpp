#include "check/mistaken.hpp"

namespace kvtally {

namespace {

using test::bytes;
using test::with;

TEST_CASE("layers") {
  CHECK(with("windows and chunks kept every position", "gemma-3-27b") == bytes(62 * 2 * 16 * 128 * 2LL * 8192));
  CHECK(with("every layer kept every position", "qwen3.5-27b") == bytes(64 * 2 * 4 * 256 * 2LL * 8192));
  CHECK(with("layers without every position kept no entries", "gemma-3-27b") ==
        bytes(10 * 2 * 16 * 128 * 2LL * 8192));
  CHECK(with("every layer had the window", "gemma-3-27b") == bytes(62 * 2 * 16 * 128 * 2LL * 1024));
}

}  // namespace

}  // namespace kvtally
