#include "engine/sglang/compressed.hpp"

#include <doctest/doctest.h>

#include "engine/sglang/worked.hpp"

namespace kvtally::sglang::compressed_test {

namespace {

Expected<Allocation> asked(const std::string& line) {
  return asking::asked(sglang_engine(), shapes::compressed({4, 128, 4, 128}), line);
}

// Example 11: full 24448, swa 19456, c4 6112, c128 191, c4_state 1216; pages of 128, of 32 and of 1 row.
TEST_CASE("each pool of DeepSeek-V4 in whole pages") {
  const auto reply = asked("-c 64 --available-memory 100000000B -b 16 --page-size 128");
  REQUIRE(reply.has_value());
  struct Row {
    std::string name;
    Wide bytes;
  };
  const std::vector<Row> rows{
      {"window rows", Wide{(19456 + 129) / 128} * 74880 * 4},  // 128 × 584 = 74752 in units of 576
      {"rows pooled 4 to one", Wide{(6112 + 33) / 32} * 19008 * 2},
      {"rows pooled 128 to one", Wide{191 + 2} * 1152 * 2},
      {"index rows", Wide{(191 * 32 + 33) / 32} * 32 * 132 * 2},
      {"states, 4 to one", Wide{1228} * 2048 * 4 * 2},  // 1216 + 8 + 1 in units of 4
      {"index states", Wide{1228} * 512 * 4 * 2},
      {"states, 128 to one", 19922944},
      {"req_to_token", Wide{17} * 68 * 4}};
  REQUIRE(reply->held.size() == rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(reply->held[i].name == rows[i].name);
    CHECK(reply->held[i].bytes.value == rows[i].bytes);
  }
  CHECK(
      reply->log.front().text ==
      "DSV4 memory calculation: bytes_per_full_token=3259.93, available_bytes=0.09 GB, c128_state_fixed=0.02 GB, "
      "full_token=24448");
  CHECK(reply->log.back().text ==
        "DSV4 pool sizes: full=24448, swa=19456, c4=6112, c128=191, c4_state=1216, c128_state=0");
}

// Twice the rings, and a window layer more: × 5 ÷ 4.
TEST_CASE("drafting doubles the rings") {
  const CompressedShape shape{4, 2, 2, 128, 132, 128, true};
  const auto bytes = bytes_per_full_token(shape, {4, 5});
  // (1868.8 + 292 + 66 + 9.125 + 2 × (819.2 + 204.8)) × 5 ÷ 4
  CHECK(bytes == Fraction<Bytes>{Bytes{535490625}, 100000});
}

TEST_CASE("pages that the layout does not allow, and no memory") {
  CHECK(asked("-c 64 --page-size 64")->refusal == "page_size must be multiple of 128 for compressed attention");
  CHECK(asked("-c 64 --available-memory 1MiB")->refusal ==
        "Not enough memory. Please try to increase --mem-fraction-static.");
  CHECK(asked("-c 1024 -b 2")->refusal == "");
  CHECK(figure_named(*asked("-c 1024 -b 2"), "swa_tokens") == nullptr);
  CHECK(asking::problems_of(sglang_engine(), shapes::compressed({4}), "-c 64 --tp 2 --dcp-size 2") ==
        "model: --dcp-size: pools of sliding layers are not known with it\n");
}

}  // namespace

}  // namespace kvtally::sglang::compressed_test
